import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Disk, systemDisk } from '../../../../src/vscode/node/disk.ts';
import { createHistoryFilesOnDisk } from '../../../../src/vscode/node/historyFilesOnDisk.ts';
import { watchFolder } from '../../../../src/vscode/node/watchFolder.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { systemError } from '../../../support/faultyDisk.ts';

const TIMES = { batchMs: 5, minIntervalMs: 20, fallbackMs: 30 };
type Told = readonly string[] | undefined;

describe('a watched folder', () => {
  let parent: TemporaryFolder;
  let folder: string;
  let stop: () => void;
  let told: Told[];
  let wake: () => void;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    folder = join(parent.path, 'not', 'there', 'yet');
    told = [];
    wake = () => undefined;
    stop = () => undefined;
  });

  afterEach(async () => {
    stop();
    await parent.remove();
  });

  function watch(disk: Disk = systemDisk, also: (names: Told) => void = () => undefined): void {
    stop = watchFolder(
      disk,
      folder,
      (name) => name.endsWith('.jsonl'),
      (names) => {
        told.push(names);
        also(names);
        wake();
      },
      TIMES,
    );
  }

  /** Waits until something was told that is looked for, and forgets all that was told before. */
  async function heard(wanted: (names: Told) => boolean): Promise<void> {
    // The folder's own timers hold no process.
    const alive = setInterval(() => undefined, 1000);
    while (!told.some(wanted)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    clearInterval(alive);
    told = [];
  }
  const anything = (names: Told): boolean => names === undefined;
  const ofName =
    (name: string) =>
    (names: Told): boolean =>
      names?.includes(name) === true;

  it('tells once it is watched, also where it was not there, and then the names of what changes', async () => {
    watch();
    await heard(anything);
    await writeFile(join(folder, 'other.txt'), '');
    await writeFile(join(folder, 'one.jsonl'), 'a');
    await heard(ofName('one.jsonl'));
    await appendFile(join(folder, 'one.jsonl'), 'b');
    await heard(ofName('one.jsonl'));
    await rm(join(folder, 'one.jsonl'));
    await heard((names) => {
      assert.ok(!names?.includes('other.txt'));
      return ofName('one.jsonl')(names);
    });
  });

  it('tells of many at once as of anything', async () => {
    let change = (_names: readonly string[]): void => undefined;
    const changes = new Promise<readonly string[]>((resolve) => {
      change = resolve;
    });
    watch({
      ...systemDisk,
      watch: async function* () {
        // All in one turn of the event loop: the system itself may take its time between two of them.
        for (const filename of await changes) {
          yield { eventType: 'rename', filename };
        }
        await new Promise(() => undefined);
      } as Disk['watch'],
    });
    await heard(anything);
    change(Array.from({ length: 200 }, (_, index) => `${index}.jsonl`));
    await heard(anything);
  });

  it('is watched again after it was removed and made anew', async () => {
    watch();
    await heard(anything);
    await rm(folder, { recursive: true });
    await heard(anything);
    await writeFile(join(folder, 'one.jsonl'), 'a').catch(() => undefined);
    await heard((names) => anything(names) || ofName('one.jsonl')(names));
  });

  it('is told to have changed again and again where the system can not watch it, until it can', async () => {
    let fails = true;
    watch({
      ...systemDisk,
      watch: ((...args: Parameters<Disk['watch']>) => {
        if (fails) {
          throw systemError('ENOSPC');
        }
        return systemDisk.watch(...args);
      }) as Disk['watch'],
    });
    for (let times = 0; times < 3; times += 1) {
      await heard(anything);
    }
    fails = false;
    const writing = setInterval(() => void appendFile(join(folder, 'one.jsonl'), 'a'), 10);
    await heard(ofName('one.jsonl')).finally(() => clearInterval(writing));
  });

  it('tells nothing more when it is over', async () => {
    const toldByFirst: Told[] = [];
    watch(systemDisk, (names) => toldByFirst.push(names));
    await heard(anything);
    stop();
    toldByFirst.length = 0;
    watch();
    await heard(anything);
    await writeFile(join(folder, 'one.jsonl'), 'a');
    await heard(ofName('one.jsonl'));
    assert.deepEqual(toldByFirst, []);
  });

  it('names the conversations of another writer', async () => {
    const seen: unknown[] = [];
    stop = createHistoryFilesOnDisk(folder, 'w1').watch((file) => {
      seen.push(file?.conversation);
      told.push([]);
      wake();
    });
    await heard(() => seen.includes(undefined));
    await createHistoryFilesOnDisk(folder, 'w2').append('c1', new Uint8Array(1), true);
    await heard(() => seen.includes('c1'));
  });
});
