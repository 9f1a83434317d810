import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Leashed, startLeashed } from '../../harness/leashed.ts';
import { isRunning } from '../../harness/processes.ts';
import { makeTemporaryFolder } from '../../harness/temporaryFolder.ts';

/** Prints its own id and that of a child, and ignores being asked to end. */
const STUBBORN = `
  process.on('SIGTERM', () => {});
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);
`;

function firstLine(leashed: Leashed): Promise<string> {
  return new Promise((resolve) => leashed.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
}

test('stop ends the command, what it started, and its folder, even when it does not want to', async () => {
  const parent = await makeTemporaryFolder();
  const folder = join(parent.path, 'data');
  await mkdir(folder);
  await writeFile(join(folder, 'file'), '');
  const leashed = startLeashed({
    command: process.execPath,
    args: ['-e', STUBBORN],
    removeFolders: [folder],
  });
  const ids = (await firstLine(leashed)).trim().split(' ').map(Number);
  assert.deepEqual(ids.map(isRunning), [true, true]);

  await leashed.stop();
  assert.deepEqual(ids.map(isRunning), [false, false]);
  assert.equal(existsSync(folder), false);
  await parent.remove();
});

test('a command that ends by itself gives its exit code', async () => {
  const leashed = startLeashed({ command: process.execPath, args: ['-e', 'process.exit(3)'] });
  assert.equal(await leashed.ended, 3);
});

test('a command that does not exist ends with a failure', async () => {
  const leashed = startLeashed({ command: '/no/such/command', args: [] });
  assert.equal(await leashed.ended, 1);
});
