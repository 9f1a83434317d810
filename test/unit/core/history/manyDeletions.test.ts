import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type OpenedHistory, openHistory } from '../../../../src/core/history/openHistory.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { exchange } from './changes.ts';
import { ManualClock, settled } from './manualClock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('what was deleted at once', () => {
  let folder: MemoryFolder;
  let clock: ManualClock;

  beforeEach(() => {
    clock = new ManualClock();
  });

  const open = (writer: string): OpenedHistory => openHistory(folder.as(writer), writer, clock);

  /** Writes conversations, all of them in the trash for as long as it takes, and seen to be so a day ago. */
  async function writeDue(count: number): Promise<string[]> {
    folder = new MemoryFolder();
    const ids = Array.from({ length: count }, (_, index) => `c${index}`);
    const first = open('first');
    for (const id of ids) {
      await first.history.write(
        id,
        [...exchange('q', null, 'secret'), { type: 'trash', trashed: true }],
        true,
      );
    }
    await first.dispose();
    await clock.pass(31 * DAY_MS);
    await open('look').history.removeDeleted();
    await clock.pass(DAY_MS);
    return ids;
  }

  it('is removed with as many listings for many conversations as for one, and a few calls at once', async () => {
    const counts: number[][] = [];
    for (const count of [1, 30]) {
      await writeDue(count);
      let running = 0;
      let maxRunning = 0;
      folder.intercept = async () => {
        running++;
        maxRunning = Math.max(maxRunning, running);
        await new Promise(setImmediate);
        running--;
        return undefined;
      };
      const before = folder.calls.length;
      const window = open('window');
      assert.equal(await window.history.removeDeleted(), undefined);
      assert.equal(folder.files.size, 0);
      assert.ok(maxRunning <= 8, `${maxRunning} calls at once`);
      const kinds = folder.calls.slice(before).map(({ kind }) => kind);
      counts.push(['list', 'listState'].map((kind) => kinds.filter((one) => one === kind).length));
      await window.dispose();
    }
    assert.deepEqual(counts[1], counts[0]);
  });

  it('is removed by one of two windows that start at the same time', async () => {
    await writeDue(10);
    const windows = [open('one'), open('two')];
    const before = folder.calls.length;
    await Promise.all(windows.map(({ history }) => history.removeDeleted()));
    assert.equal(folder.files.size, 0);
    const removed = folder.calls.slice(before).filter(({ kind }) => kind === 'remove');
    assert.equal(removed.length, 10);
    await Promise.all(windows.map((window) => window.dispose()));
  });

  it('is not removed again after the window was killed halfway, and the rest is', async () => {
    const ids = await writeDue(20);
    let removals = 0;
    folder.intercept = ({ kind }) =>
      kind === 'remove' && ++removals > 10 ? { message: 'killed', isDeath: true } : undefined;
    void open('killed').history.removeDeleted();
    while (removals <= 10) {
      await settled();
    }
    await settled();
    folder.heal();
    folder.claims.clear();
    const done = ids.filter((id) => folder.notes.has(`deleted-${id}`));
    assert.ok(done.length >= 8, `${done.length} are completed`);
    const before = folder.calls.length;
    const next = open('next');
    await next.history.removeDeleted();
    assert.equal(folder.files.size, 0);
    const named = folder.calls.slice(before).filter(({ kind }) => kind !== 'readState' && kind !== 'list');
    const again = done.filter((id) => named.some(({ name }) => name.split(/[~-]/).includes(id)));
    assert.deepEqual(again, []);
    assert.equal(named.filter(({ name }) => name.startsWith('deleting-')).length, ids.length - done.length);
    await next.dispose();
  });

  it('is kept if another window restores it while others are looked at', async () => {
    await writeDue(20);
    const other = open('other');
    await other.history.open('c0');
    let isRestored = false;
    folder.intercept = async ({ kind, name }) => {
      if (kind === 'read' && name === 'c19~first.jsonl' && !isRestored) {
        isRestored = true;
        await other.history.write('c0', [{ type: 'trash', trashed: false }], true);
      }
      return undefined;
    };
    const window = open('window');
    await window.history.removeDeleted();
    assert.deepEqual([...folder.files.keys()], ['c0~first.jsonl', 'c0~other.jsonl']);
    await Promise.all([window.dispose(), other.dispose()]);
  });
});
