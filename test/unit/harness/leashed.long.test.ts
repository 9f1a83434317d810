import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Leashed, startLeashed } from '../../harness/leashed.ts';
import { isRunning } from '../../harness/processes.ts';
import { makeTemporaryFolder } from '../../harness/temporaryFolder.ts';

/** Prints its process id and that of a child, and ignores SIGTERM. */
const STUBBORN = `
  process.on('SIGTERM', () => {});
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);
`;

function firstLine(leashed: Leashed): Promise<string> {
  return new Promise((resolve) => leashed.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
}

test('startLeashed: stop ends the command and its children, even if they ignore SIGTERM, and removes its folder', async () => {
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

test('startLeashed: resolves with the exit code of the command', async () => {
  const leashed = startLeashed({ command: process.execPath, args: ['-e', 'process.exit(3)'] });
  assert.equal(await leashed.ended, 3);
});

test('startLeashed: resolves with 1 if the command does not exist', async () => {
  const leashed = startLeashed({ command: '/no/such/command', args: [] });
  assert.equal(await leashed.ended, 1);
});
