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
type Report = readonly string[] | undefined;

describe('a watched folder', () => {
  let parent: TemporaryFolder;
  let folder: string;
  let stop: () => void;
  let reports: Report[];
  let wake: () => void;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    folder = join(parent.path, 'not', 'there', 'yet');
    reports = [];
    wake = () => undefined;
    stop = () => undefined;
  });

  afterEach(async () => {
    stop();
    await parent.remove();
  });

  function watch(disk: Disk = systemDisk, also: (names: Report) => void = () => undefined): void {
    stop = watchFolder(
      disk,
      folder,
      (name) => name.endsWith('.jsonl'),
      (names) => {
        reports.push(names);
        also(names);
        wake();
      },
      TIMES,
    );
  }

  /** Waits until a matching report was made, then clears all reports. */
  async function nextReport(wanted: (names: Report) => boolean): Promise<void> {
    // The timers of `watchFolder` don't keep the process alive.
    const alive = setInterval(() => undefined, 1000);
    while (!reports.some(wanted)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    clearInterval(alive);
    reports = [];
  }
  const isAnyChange = (names: Report): boolean => names === undefined;
  const containsName =
    (name: string) =>
    (names: Report): boolean =>
      names?.includes(name) === true;

  it('reports a change once it is watched, even if it did not exist, and then the names of changed files', async () => {
    watch();
    await nextReport(isAnyChange);
    await writeFile(join(folder, 'other.txt'), '');
    await writeFile(join(folder, 'one.jsonl'), 'a');
    await nextReport(containsName('one.jsonl'));
    await appendFile(join(folder, 'one.jsonl'), 'b');
    await nextReport(containsName('one.jsonl'));
    await rm(join(folder, 'one.jsonl'));
    await nextReport((names) => {
      assert.ok(!names?.includes('other.txt'));
      return containsName('one.jsonl')(names);
    });
  });

  it('reports many simultaneous changes without names', async () => {
    let change = (_names: readonly string[]): void => undefined;
    const changes = new Promise<readonly string[]>((resolve) => {
      change = resolve;
    });
    watch({
      ...systemDisk,
      watch: async function* () {
        // All in one turn of the event loop, since the system may delay events.
        for (const filename of await changes) {
          yield { eventType: 'rename', filename };
        }
        await new Promise(() => undefined);
      } as Disk['watch'],
    });
    await nextReport(isAnyChange);
    change(Array.from({ length: 200 }, (_, index) => `${index}.jsonl`));
    await nextReport(isAnyChange);
  });

  it('is watched again after it was deleted and created again', async () => {
    watch();
    await nextReport(isAnyChange);
    await rm(folder, { recursive: true });
    await nextReport(isAnyChange);
    await writeFile(join(folder, 'one.jsonl'), 'a').catch(() => undefined);
    await nextReport((names) => isAnyChange(names) || containsName('one.jsonl')(names));
  });

  it("is reported as changed at intervals while it can't be watched, until it can", async () => {
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
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await nextReport(isAnyChange);
    }
    fails = false;
    const writing = setInterval(() => void appendFile(join(folder, 'one.jsonl'), 'a'), 10);
    await nextReport(containsName('one.jsonl')).finally(() => clearInterval(writing));
  });

  it('reports nothing after watching has stopped', async () => {
    const reportsOfFirst: Report[] = [];
    watch(systemDisk, (names) => reportsOfFirst.push(names));
    await nextReport(isAnyChange);
    stop();
    reportsOfFirst.length = 0;
    watch();
    await nextReport(isAnyChange);
    await writeFile(join(folder, 'one.jsonl'), 'a');
    await nextReport(containsName('one.jsonl'));
    assert.deepEqual(reportsOfFirst, []);
  });

  it('reports the conversations of another writer', async () => {
    const conversationIds: unknown[] = [];
    stop = createHistoryFilesOnDisk(folder, 'w1').watch((file) => {
      conversationIds.push(file?.conversation);
      reports.push([]);
      wake();
    });
    await nextReport(() => conversationIds.includes(undefined));
    await createHistoryFilesOnDisk(folder, 'w2').append('c1', new Uint8Array(1), true);
    await nextReport(() => conversationIds.includes('c1'));
  });
});
