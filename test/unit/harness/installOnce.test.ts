import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { installOnce } from '../../harness/installOnce.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/temporaryFolder.ts';

const before = process.env['VSCODE_TEST_DIR'];
let root: TemporaryFolder;

beforeEach(async () => {
  root = await makeTemporaryFolder();
  process.env['VSCODE_TEST_DIR'] = root.path;
});

afterEach(async () => {
  await root.remove();
  if (before === undefined) {
    delete process.env['VSCODE_TEST_DIR'];
  } else {
    process.env['VSCODE_TEST_DIR'] = before;
  }
});

function fillWith(text: string): (folder: string) => Promise<void> {
  return (folder) => writeFile(join(folder, 'content'), text);
}

test('installOnce: does not install twice', async () => {
  const first = await installOnce('thing', 'Installing', fillWith('first'));
  const second = await installOnce('thing', 'Installing', fillWith('second'));
  assert.equal(first, second);
  assert.equal(await readFile(join(second, 'content'), 'utf8'), 'first');
});

test('installOnce: repeats an incomplete installation', async () => {
  await mkdir(join(root.path, 'thing'));
  await writeFile(join(root.path, 'thing/content'), 'half');
  const folder = await installOnce('thing', 'Installing', fillWith('whole'));
  assert.equal(await readFile(join(folder, 'content'), 'utf8'), 'whole');
});

test('installOnce: leaves nothing after a failed installation', async () => {
  const failing = installOnce('thing', 'Installing', () => Promise.reject(new Error('no network')));
  await assert.rejects(failing, /no network/);
  assert.deepEqual(await readdir(root.path), []);
});

test('installOnce: two concurrent runs result in one complete installation', async () => {
  const folders = await Promise.all(
    ['a', 'b'].map((text) => installOnce('thing', 'Installing', fillWith(text))),
  );
  assert.equal(folders[0], folders[1]);
  assert.match(await readFile(join(root.path, 'thing/content'), 'utf8'), /^[ab]$/);
  assert.deepEqual(await readdir(root.path), ['thing']);
});

test('installOnce: removes staging folders of killed runs', async () => {
  // Above the highest process id on Linux.
  await mkdir(join(root.path, 'thing.installing-4194305-abc'));
  await mkdir(join(root.path, `thing.installing-${process.pid}-abc`));
  await installOnce('thing', 'Installing', fillWith('whole'));
  assert.deepEqual((await readdir(root.path)).sort(), ['thing', `thing.installing-${process.pid}-abc`]);
});
