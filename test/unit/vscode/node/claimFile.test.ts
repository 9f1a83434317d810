import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { claimFile, isAnyClaimed } from '../../../../src/vscode/node/claimFile.ts';
import { type Disk, systemDisk } from '../../../../src/vscode/node/disk.ts';
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
    const isAny = () => isAnyClaimed(systemDisk, path);
    assert.equal(await isAny(), false, 'without a folder');
    const first = await other();
    assert.equal(first.answer, 'claimed');
    assert.equal(await claim(), undefined);
    assert.equal(await isAny(), true);
    await first.kill();
    assert.equal(await isAny(), true, 'it may run on another machine');
    const release = (await claim()) ?? assert.fail();
    assert.equal(await claim(), undefined, 'another window of the same process');
    assert.equal(await isAny(), false, 'its own');
    const second = await other();
    assert.equal(second.answer, 'taken');
    await second.kill();
    await release();
    assert.deepEqual(await readdir(path), []);
    await folder.remove();
  });

  it('can be claimed if another program has the id of the process that left it, but not while that writes it again', async (t) => {
    const folder = await makeTemporaryFolder();
    t.after(() => folder.remove());
    const path = join(folder.path, 'slot');
    const [now] = process.hrtime();
    const claim = () => claimFile(systemDisk, folder.path, 'slot');
    const left = (at: number) => writeFile(path, `${process.ppid} ${at}`);
    await left(now - 60);
    assert.equal(await claim(), undefined);
    // Before the machine was started again, and long ago.
    for (const at of [now + 10 * 60, now - 10 * 60]) {
      await left(at);
      await utimes(path, 0, 0);
      assert.equal(await isAnyClaimed(systemDisk, folder.path), true, 'the machine may have slept');
      const release = (await claim()) ?? assert.fail(`Claimed at ${at}`);
      await release();
    }
    t.mock.timers.enable({ apis: ['setInterval'] });
    const release = (await claim()) ?? assert.fail();
    await left(1);
    t.mock.timers.tick(60_000);
    const start = performance.now();
    const time = async () => Number((await readFile(path, 'utf8')).split(' ')[1]);
    while ((await time()) < now) {
      assert.ok(performance.now() - start < 20_000, 'It was not written again');
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal((await readFile(path, 'utf8')).split(' ')[0], String(process.pid));
    await release();
  });

  for (const [wrong, minutes] of [
    ['behind', -60],
    ['ahead', 60],
  ] as const) {
    it(`is not claimed twice on a share whose clock is ${wrong}, or if the clock of the machine is set`, async (t) => {
      const folder = await makeTemporaryFolder();
      t.after(() => folder.remove());
      const other = spawn(process.execPath, ['--input-type=module', '-e', OTHER_PROCESS, folder.path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      t.after(() => other.kill('SIGKILL') && once(other, 'exit'));
      await once(other.stdout, 'data');
      const time = new Date(Date.now() + minutes * 60_000);
      await utimes(join(folder.path, 'slot'), time, time);
      assert.equal(await claimFile(systemDisk, folder.path, 'slot'), undefined);
    });

    it(`may be in use on another machine if the share's clock, which is ${wrong}, says so`, async (t) => {
      const folder = await makeTemporaryFolder();
      t.after(() => folder.remove());
      const path = join(folder.path, 'slot');
      // No process of this machine has such an id.
      await writeFile(path, `${2 ** 31 - 2} 1`);
      const setTo = async (file: string, ms: number) => utimes(file, ms / 1000, ms / 1000);
      const share = {
        ...systemDisk,
        lstat: async (...[file]: Parameters<typeof systemDisk.lstat>) => {
          const stats = await systemDisk.lstat(file);
          // What is written now.
          if (stats.mtimeMs > Date.now() - 10_000 && stats.mtimeMs < Date.now() + 10_000) {
            await setTo(String(file), Date.now() + minutes * 60_000);
          }
          return systemDisk.lstat(file);
        },
      } as Disk;
      assert.equal(await isAnyClaimed(share, folder.path), true, 'written a moment ago');
      await setTo(path, Date.now() + (minutes - 10) * 60_000);
      assert.equal(await isAnyClaimed(share, folder.path), false, 'ten minutes ago');
      assert.deepEqual(await readdir(folder.path), ['slot']);
    });
  }

  it('can be claimed if its file was left by a process with the same id, or says nothing', async () => {
    const folder = await makeTemporaryFolder();
    for (const left of [`${process.pid} ${process.hrtime()[0]}`, '', '\0\0', 'no number']) {
      await writeFile(join(folder.path, 'slot'), left);
      await utimes(join(folder.path, 'slot'), 0, 0);
      assert.equal(await isAnyClaimed(systemDisk, folder.path), false);
      const release = (await claimFile(systemDisk, folder.path, 'slot')) ?? assert.fail(left);
      await release();
    }
    await folder.remove();
  });
});
