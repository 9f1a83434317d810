import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { claimFile } from '../../../../src/vscode/node/claimFile.ts';
import { systemDisk } from '../../../../src/vscode/node/disk.ts';
import { REPOSITORY } from '../../../harness/paths.ts';
import { makeTemporaryFolder } from '../../../harness/temporaryFolder.ts';

const MODULE = pathToFileURL(join(REPOSITORY, 'src/vscode/node/claimFile.ts')).href;
const DISK = pathToFileURL(join(REPOSITORY, 'src/vscode/node/disk.ts')).href;

/** Runs until it is killed. */
const OTHER_PROCESS = `
import { claimFile } from ${JSON.stringify(MODULE)};
import { systemDisk } from ${JSON.stringify(DISK)};
const release = await claimFile(systemDisk, process.argv[1], 'slot');
console.log(release === undefined ? 'taken' : 'claimed');
setInterval(() => undefined, 1000);
`;

describe('a name that a window claims', () => {
  it('is claimed by one process at a time, until it releases it or is killed', async () => {
    const folder = await makeTemporaryFolder();
    const path = join(folder.path, 'claims');
    const claim = () => claimFile(systemDisk, path, 'slot');
    const other = async () => {
      const process_ = spawn(process.execPath, ['--input-type=module', '-e', OTHER_PROCESS, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [answer] = await once(process_.stdout, 'data');
      return {
        answer: String(answer).trim(),
        kill: () => process_.kill('SIGKILL') && once(process_, 'exit'),
      };
    };
    const first = await other();
    assert.equal(first.answer, 'claimed');
    assert.equal(await claim(), undefined);
    await first.kill();
    const release = (await claim()) ?? assert.fail();
    assert.equal(await claim(), undefined, 'another window of the same process');
    const second = await other();
    assert.equal(second.answer, 'taken');
    await second.kill();
    await release();
    assert.deepEqual(await readdir(path), []);
    await folder.remove();
  });

  it('can be claimed if its file was left by a process with the same id, or says nothing', async () => {
    const folder = await makeTemporaryFolder();
    for (const left of [String(process.pid), '', '\0\0', 'no number']) {
      await writeFile(join(folder.path, 'slot'), left);
      const release = (await claimFile(systemDisk, folder.path, 'slot')) ?? assert.fail(left);
      await release();
    }
    await folder.remove();
  });
});
