import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { type OpenedHistory, openHistory } from '../../../../src/core/history/openHistory.ts';
import { eraseTurns } from '../../../../src/core/history/records/eraseTurns.ts';
import { decodeLines } from '../../../../src/core/history/records/recordLine.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { exchange } from './changes.ts';
import { ManualClock } from './manualClock.ts';
import { by, describeTurns, recordsOf, stored } from './stored.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything on the disk: of conversations, caches and window state, with the names. */
function everything({ files, caches, notes }: MemoryFolder): string {
  const all = [...caches, ...notes, ...[...files].map(([name, { bytes }]) => [name, bytes] as const)];
  return all.map(([name, bytes]) => `${name} ${new TextDecoder().decode(bytes)}`).join('\n');
}

describe('what was deleted', () => {
  let folder: MemoryFolder;
  let clock: ManualClock;

  beforeEach(() => {
    folder = new MemoryFolder();
    clock = new ManualClock();
    folder.now = clock.now;
  });

  const open = (writer: string): OpenedHistory => openHistory(folder.as(writer), writer, clock);

  /** Removes what is due, as windows do on two days. */
  async function removeOnTwoDays(): Promise<void> {
    for (const writer of ['look', 'another-look']) {
      const window = open(writer);
      await window.history.removeDeleted();
      await window.dispose();
      await clock.pass(DAY_MS);
    }
  }

  /** Two conversations, `gone` in the trash, with everything that windows store of them. */
  async function writeTwo(): Promise<OpenedHistory> {
    const first = open('first');
    await first.history.write('gone', exchange('a', null, 'a secret'), true);
    await first.history.write('gone', [{ type: 'trash', trashed: true }], true);
    await first.history.write('kept', exchange('b', null, 'sought'), true);
    for (const name of [
      'gone~slot-1-draft',
      'gone~slot-1-chips',
      'gone~other-2-queued',
      'gone~other-2-asked',
      'gone~review-1',
      'gone~applied-reply',
    ]) {
      folder.notes.set(name, new TextEncoder().encode('secret'));
    }
    folder.notes.set('kept~slot-1-draft', new TextEncoder().encode('sought'));
    await first.history.list();
    await first.search.prepare();
    await first.dispose();
    assert.equal(everything(folder).match(/secret/g)?.length, 8);
    return first;
  }

  it('is in the trash for 30 days, and then nowhere', async () => {
    await writeTwo();
    const before = everything(folder);
    await clock.pass(29 * DAY_MS);
    await removeOnTwoDays();
    const now = everything(folder);
    assert.equal(now.match(/secret/g)?.length, before.match(/secret/g)?.length);
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /secret|gone~/);
    assert.equal(everything(folder).match(/sought/g)?.length, 3);
    const last = open('last');
    assert.deepEqual(
      (await last.history.list()).map(({ id }) => id),
      ['kept'],
    );
    await clock.pass(31 * DAY_MS);
    await last.history.removeDeleted();
    assert.doesNotMatch(everything(folder), /gone/);
    await last.dispose();
  });

  it('stays in the trash while the clock is a month ahead', async () => {
    await writeTwo();
    clock.setBy = 31 * DAY_MS;
    for (const writer of ['one', 'two']) {
      await open(writer).history.removeDeleted();
      await clock.pass(60_000);
    }
    clock.setBy = 0;
    assert.match(everything(folder), /secret/);
    await clock.pass(28 * DAY_MS);
    await removeOnTwoDays();
    assert.match(everything(folder), /secret/);
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /secret/);
  });

  it('is kept if it was restored, even for a moment, or something was written to it', async () => {
    for (const changes of [
      [{ type: 'trash', trashed: false }],
      [
        { type: 'trash', trashed: false },
        { type: 'trash', trashed: true },
      ],
      [{ type: 'title', title: 'secret' }],
    ] as const) {
      folder = new MemoryFolder();
      await writeTwo();
      await clock.pass(31 * DAY_MS);
      const window = open('window');
      await window.history.removeDeleted();
      await clock.pass(DAY_MS);
      await window.history.write('gone', changes, true);
      await window.history.removeDeleted();
      assert.match(everything(folder), /secret/);
      await window.dispose();
    }
  });

  it("is kept if it can't be read completely", async () => {
    await writeTwo();
    const complete = folder.files.get('gone~first.jsonl')?.bytes ?? assert.fail();
    for (const index of [20, complete.length - 20]) {
      await clock.pass(31 * DAY_MS);
      folder.put('gone~first.jsonl', Uint8Array.from(complete).fill(0, index, index + 1));
      await removeOnTwoDays();
      assert.ok(folder.files.has('gone~first.jsonl'), `byte ${index}`);
    }
    folder.put('gone~first.jsonl', complete);
    folder.break(['read']);
    await removeOnTwoDays();
    assert.ok(folder.files.has('gone~first.jsonl'));
  });

  it('is gone in the end whichever call fails while it is removed, and the failure is reported', async () => {
    async function remove(at: number): Promise<number> {
      folder = new MemoryFolder();
      await writeTwo();
      await clock.pass(31 * DAY_MS);
      await open('look').history.removeDeleted();
      await clock.pass(DAY_MS);
      const window = open('window');
      const before = folder.calls.length;
      folder.failAt(at);
      const failure = await window.history.removeDeleted().catch(String);
      const isLeft = /secret/.test(everything(folder));
      const calls = folder.calls.length - before;
      folder.heal();
      const failing = folder.calls[before + at - 1];
      const isRead = failing === undefined || ['read', 'readCache', 'list'].includes(failing.kind);
      assert.ok(!isLeft || isRead || failure !== undefined, `call ${at}: ${failing?.kind}`);
      await window.history.removeDeleted();
      assert.doesNotMatch(everything(folder), /secret|gone~/, `call ${at}: ${failing?.kind}`);
      assert.match(everything(folder), /sought/);
      await window.dispose();
      return calls;
    }
    const calls = await remove(0);
    assert.ok(calls > 15);
    for (let at = 1; at <= calls; at++) {
      await remove(at);
    }
  });

  it('is reported to all windows once, unless it was imported again, and late state is removed', async () => {
    await writeTwo();
    const deleted: string[] = [];
    const other = open('other');
    other.history.onDeleted((ids) => deleted.push(...ids));
    await clock.pass(31 * DAY_MS);
    await removeOnTwoDays();
    folder.notes.set('gone~slot-1-draft', new TextEncoder().encode('secret, late'));
    for (let count = 0; count < 2; count++) {
      await other.history.refresh();
    }
    assert.deepEqual(deleted, ['gone']);
    assert.doesNotMatch(everything(folder), /secret/);
    await other.history.write('gone', exchange('a', null, 'a secret'), true);
    folder.notes.set('gone~slot-1-draft', new TextEncoder().encode('typed again'));
    const later = open('later');
    later.history.onDeleted(() => assert.fail('It exists'));
    await later.history.refresh();
    assert.match(everything(folder), /typed again/);
    await Promise.all([other.dispose(), later.dispose()]);
  });

  it('can be imported again by the window that has deleted it', async () => {
    const window = open('window');
    await window.history.write(
      'gone',
      [...exchange('a', null, 'Yes'), { type: 'trash', trashed: true }],
      true,
    );
    await clock.pass(31 * DAY_MS);
    await window.history.removeDeleted();
    await clock.pass(DAY_MS);
    await window.history.removeDeleted();
    assert.equal(folder.files.size, 0);
    await window.history.write('gone', exchange('a', null, 'Yes'), true);
    const { turns, damage } = (await open('reader').history.open('gone')) ?? assert.fail();
    assert.deepEqual([turns.length, damage], [2, undefined]);
    await window.dispose();
  });

  it('is erased from a conversation that goes on, 30 days later', async () => {
    const first = open('first');
    await first.history.write('a', exchange('p', null, 'Yes'), true);
    await first.history.write('a', exchange('q', 'p-reply', 'a secret'), true);
    await first.history.write('a', exchange('r', 'q-reply', 'No'), true);
    await first.search.prepare();
    await first.history.write('a', [{ type: 'remove', turns: ['q', 'q-reply'] }], true);
    for (const [reply, text] of [
      ['q-reply', 'a secret'],
      ['r-reply', 'sought'],
    ] as const) {
      folder.notes.set(`a~applied-${reply}`, new TextEncoder().encode(text));
    }
    await first.dispose();
    const before = await open('reader').history.open('a');
    await clock.pass(29 * DAY_MS);
    await removeOnTwoDays();
    assert.match(everything(folder), /secret/);
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /secret|what is q/);
    assert.ok(folder.notes.has('a~applied-r-reply'), 'Of a reply that stays');
    const { removedTurns, ...after } = (await open('reader').history.open('a')) ?? assert.fail();
    assert.equal(removedTurns, undefined);
    assert.deepEqual(after, { ...after, turns: before?.turns, changedAt: before?.changedAt });
    // Imported again.
    const window = open('window');
    await window.history.write('a', [
      ...exchange('q', 'p-reply', 'a secret'),
      { type: 'restore', turns: ['q', 'q-reply'] },
    ]);
    assert.deepEqual(describeTurns((await window.history.open('a')) ?? assert.fail()), [
      'p: what is p?',
      'p-reply: Yes',
      'q: what is q?',
      'q-reply: a secret',
      'r: what is r?',
      'r-reply: No',
    ]);
    await window.dispose();
  });

  it('is erased only after its own 30 days', async () => {
    const first = open('first');
    await first.history.write('a', exchange('p', null, 'early secret'), true);
    await first.history.write('a', exchange('q', 'p-reply', 'late secret'), true);
    await first.history.write('a', [{ type: 'remove', turns: ['p', 'p-reply'] }], true);
    await clock.pass(20 * DAY_MS);
    await first.history.write('a', [{ type: 'remove', turns: ['q', 'q-reply'] }], true);
    await first.dispose();
    await clock.pass(11 * DAY_MS);
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /early secret/);
    assert.match(everything(folder), /late secret/);
    await clock.pass(20 * DAY_MS);
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /secret/);
  });

  it('is not erased from a file that is still written to', async () => {
    const first = open('first');
    await first.history.write('a', exchange('q', null, 'a secret'), true);
    await first.history.write('a', [{ type: 'remove', turns: ['q', 'q-reply'] }], true);
    await clock.pass(31 * DAY_MS);
    for (let day = 0; day < 3; day++) {
      await first.history.removeDeleted();
      await clock.pass(DAY_MS);
    }
    assert.match(everything(folder), /secret/);
    await first.dispose();
    await removeOnTwoDays();
    assert.doesNotMatch(everything(folder), /secret/);
  });
});

describe('erased turns', () => {
  it('keep the turns after them in their place, next to those of another window', () => {
    const records = recordsOf(
      ...by('left', exchange('p', null, 'one')),
      ...by('left', exchange('q', 'p-reply', 'two')),
      ...by('right', exchange('t', 'p-reply', 'four')),
      ...by('left', exchange('s', 'q-reply', 'three')),
      ['left', { type: 'remove', turns: ['q', 'q-reply'] }],
    );
    const bytes = eraseTurns(records, new Set(['q', 'q-reply'])) ?? assert.fail();
    const { removedTurns: _, ...before } = stored(records);
    assert.deepEqual(stored(decodeLines(bytes).records), before);
  });

  it('are not erased where something is unknown, or nothing is of them', () => {
    const records = recordsOf(...by('left', exchange('p', null, 'one')));
    const unknown = { v: 1, w: 'left', n: 9, at: 9, type: 'unknown', json: '{}' } as const;
    assert.equal(eraseTurns([...records, unknown], new Set(['p'])), undefined);
    assert.equal(eraseTurns(records, new Set(['q'])), undefined);
  });

  it('leave everything else as it was, whatever was written by two windows', () => {
    const names = ['p', 'q', 'r', 's'];
    fc.assert(
      fc.property(
        fc.subarray(names),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (gone, isLeft) => {
          const changes = names.flatMap((name, index) =>
            exchange(name, index === 0 ? null : `${names[index - 1]}-reply`, `${name} says `, 'so'),
          );
          const turns = gone.flatMap((name) => [name, `${name}-reply`]);
          const records = recordsOf(
            ...changes.flatMap((change, index) => by(isLeft[index] ? 'left' : 'right', [change])),
            ['left', { type: 'remove', turns }],
          );
          const bytes = eraseTurns(records, new Set(turns));
          const erased = bytes === undefined ? records : decodeLines(bytes).records;
          const { removedTurns, ...before } = stored(records);
          assert.equal(removedTurns?.size ?? 0, turns.length);
          assert.deepEqual(stored(erased), before);
          assert.deepEqual(
            gone.filter((name) => JSON.stringify(erased).includes(`${name} says`)),
            [],
          );
        },
      ),
    );
  });
});
