import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { ended, exchange, question, reply, text } from './changes.ts';
import { ManualClock, settled } from './manualClock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('history', () => {
  let folder: MemoryFolder;
  let clock: ManualClock;
  let history: History;

  beforeEach(() => {
    folder = new MemoryFolder();
    clock = new ManualClock();
    history = window('one');
  });

  const window = (writer: string): History => createHistory(folder.as(writer), { writer, clock });
  const texts = (stored: StoredConversation | undefined): string[] | undefined =>
    stored?.turns.map((turn) => turn.text);

  it('returns what was written', async () => {
    await history.write('a', [{ type: 'begin', workspace: { id: 'w', name: 'W' } }]);
    await history.write('a', exchange('q', null, 'It is ', 'so.'), true);
    await history.write('a', [
      { type: 'title', title: 'Mine' },
      { type: 'pin', pinned: true },
    ]);
    const { turns, createdAt, changedAt, ...rest } = (await window('two').open('a')) ?? assert.fail();
    assert.deepEqual(turns, [
      { kind: 'user', id: 'q', text: 'what is q?', attachments: [], at: 1 },
      {
        kind: 'assistant',
        id: 'q-reply',
        model: 'fast',
        status: 'finished',
        startedAt: 2,
        endedAt: 9,
        text: 'It is so.',
      },
    ]);
    assert.ok(createdAt < changedAt);
    assert.deepEqual(rest, {
      id: 'a',
      title: 'Mine',
      pinned: true,
      workspace: { id: 'w', name: 'W' },
      unfinishedReplies: [],
      unknownRecords: 0,
      isNewer: false,
    });
  });

  it('has no conversation without a file', async () => {
    assert.equal(await history.open('a'), undefined);
    assert.deepEqual(await history.list(), []);
  });

  it('writes simultaneous changes with one append, synced if any of them is durable', async () => {
    await Promise.all([
      history.write('a', [question('q', null)]),
      history.write('a', [reply('r', 'q')], true),
      history.write('a', [text('r', 0, 'Yes')]),
    ]);
    assert.equal(folder.count('append'), 1);
    assert.deepEqual(folder.durable, [true]);
    assert.deepEqual(texts(await history.open('a')), ['what is q?', 'Yes']);
  });

  it('writes without listing or reading files', async () => {
    for (const id of ['a', 'b', 'c']) {
      await history.write(id, exchange('q', null, 'Yes'));
    }
    assert.deepEqual(new Set(folder.calls.map(({ kind }) => kind)), new Set(['append']));
  });

  it('lists the folder once before its first writes in many conversations that it has read', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
    for (const id of [...ids, 'late']) {
      await window('two').write(id, exchange('q', null, 'Yes'));
      await history.open(id);
    }
    folder.files.delete('late~two.jsonl');
    const vanished = new Promise<void>((resolve) => history.onReset(() => resolve()));
    const before = folder.count('list');
    await Promise.all([...ids, 'late'].map((id) => history.write(id, [{ type: 'trash', trashed: true }])));
    await vanished;
    assert.equal(folder.count('list') - before, 1);
    assert.equal(folder.files.size, 2 * ids.length);
  });

  it('reads only the new records of a conversation that it has read before', async () => {
    const other = window('two');
    await other.write('a', exchange('q', null, 'Yes'));
    await history.open('a');
    const before = folder.read;
    await other.write('a', [{ type: 'pin', pinned: true }]);
    assert.equal((await history.open('a'))?.pinned, true);
    assert.ok(folder.read - before < 100, `${folder.read - before} bytes`);
    await history.open('a');
    assert.equal(folder.count('read'), 2);
  });

  it('reads a file again if it changed without changing its size', async () => {
    await window('two').write('a', exchange('q', null, 'Yes'));
    const [name = '', file] = [...folder.files][0] ?? [];
    const bytes = file?.bytes ?? new Uint8Array();
    // A network disk may already show the size of a file but not its content.
    folder.put(
      name,
      bytes.map((byte, index) => (index < 20 ? byte : 0)),
    );
    assert.deepEqual(texts(await history.open('a')), []);
    folder.now = () => Date.now() + DAY_MS;
    folder.put(name, bytes);
    assert.deepEqual(texts(await history.open('a')), ['what is q?', 'Yes']);
  });

  it('lists the latest conversation first, with title, model and whether it is in the trash', async () => {
    await history.write('a', exchange('first', null, 'Yes'));
    await clock.pass(10);
    await history.write('b', exchange('second', null, 'No'));
    await history.write('b', [{ type: 'trash', trashed: true }]);
    const list = await history.list();
    assert.deepEqual(
      list.map(({ id, title, model, turns, trashedAt }) => ({
        id,
        title,
        model,
        turns,
        isTrashed: trashedAt !== undefined,
      })),
      [
        { id: 'b', title: 'what is second?', model: 'fast', turns: 2, isTrashed: true },
        { id: 'a', title: 'what is first?', model: 'fast', turns: 2, isTrashed: false },
      ],
    );
  });

  it("also lists a conversation that can't be read", async () => {
    await history.write('a', exchange('q', null, 'Yes'));
    folder.break(['read']);
    const [only] = await history.list();
    assert.equal(only?.id, 'a');
    assert.equal(only?.damagedTurns, 0);
    await assert.rejects(history.open('a'), /no space/);
  });

  it('reports changes by other windows once, and its own except for the text of replies', async () => {
    const reported: string[] = [];
    history.onChanged(({ ids, by }) => reported.push(`${ids.join()} by ${by}`));
    await history.write('a', exchange('q', null, 'Yes'));
    await history.write('a', [text('q-reply', 3, ', really')]);
    assert.deepEqual(reported.splice(0), ['a by thisWindow']);

    const other = window('two');
    await other.write('a', [text('q-reply', 3, ', really')]);
    await other.write('b', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    assert.deepEqual(reported, ['a,b by another']);
    assert.equal(folder.count('list'), 1);
  });

  it('does not report changes again that a refresh has reported', async () => {
    await history.refresh();
    const reported: (readonly string[])[] = [];
    history.onChanged(({ ids }) => reported.push(ids));
    const other = window('two');
    await other.write('a', exchange('q', null, 'Yes'));
    await history.refresh();
    await clock.pass(1000);
    await other.write('b', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    await history.refresh();
    assert.deepEqual(reported, [['a'], ['b']]);
  });

  it("reports a possible change if the files can't be listed", async () => {
    const reported: (readonly string[])[] = [];
    history.onChanged(({ ids }) => reported.push(ids));
    folder.break(['list']);
    await window('two').write('a', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    assert.deepEqual(reported, [['a']]);
  });

  it('reports on refresh what changed since the last refresh', async () => {
    const filesWithoutEvents = { ...folder.as('one'), watch: () => () => undefined };
    const unwatched = createHistory(filesWithoutEvents, { writer: 'one', clock });
    const reported: (readonly string[])[] = [];
    await unwatched.refresh();
    unwatched.onChanged(({ ids }) => reported.push(ids));
    const other = window('two');
    await other.write('a', exchange('q', null, 'Yes'));
    await other.write('b', exchange('q', null, 'Yes'));
    await unwatched.refresh();
    await unwatched.refresh();
    await other.write('b', [{ type: 'pin', pinned: true }]);
    await unwatched.refresh();
    assert.deepEqual(reported, [['a', 'b'], ['b']]);
  });

  it('counts a file of nothing but zeros as damaged, and keeps it', async () => {
    await history.write('a', [...exchange('q', null, 'Yes'), { type: 'trash', trashed: true }]);
    const complete = folder.files.get('a~one.jsonl')?.bytes ?? new Uint8Array();
    await clock.pass(31 * DAY_MS);
    for (const [name, bytes, isDamaged] of [
      ['a~two.jsonl', new Uint8Array(500), true],
      ['a~one.jsonl', Uint8Array.from([...complete, ...new Uint8Array(500)]), false],
    ] as const) {
      const other = folder.copy();
      other.put(name, bytes);
      const reader = createHistory(other.as('new'), { writer: 'new', clock });
      assert.equal((await reader.open('a'))?.damage !== undefined, isDamaged);
      assert.equal((await reader.list())[0]?.damagedTurns !== undefined, isDamaged);
      await reader.removeDeleted();
      await clock.pass(DAY_MS);
      await reader.removeDeleted();
      assert.equal(other.files.size, isDamaged ? 2 : 0);
    }
    const alone = new MemoryFolder();
    alone.put('a~two.jsonl', new Uint8Array(500));
    const [only] = await createHistory(alone.as('new'), { writer: 'new', clock }).list();
    assert.deepEqual([only?.id, only?.damagedTurns], ['a', 0]);
  });

  it('uses the file time of a conversation without a readable record', async () => {
    folder.now = clock.now;
    folder.put('a~old.jsonl', new TextEncoder().encode('\nrubbish'));
    const [only] = await history.list();
    assert.deepEqual([only?.createdAt, only?.changedAt, only?.damagedTurns], [clock.now(), clock.now(), 0]);
    assert.equal((await history.open('a'))?.damage?.badLines, 1);
  });

  it('writes pending changes when it is disposed', async () => {
    folder.intercept = () => settled().then(() => undefined);
    void history.write('a', [question('q', null)]);
    void history.write('b', [question('q', null)]);
    await history.dispose();
    assert.deepEqual([...folder.files.keys()], ['a~one.jsonl', 'b~one.jsonl']);
  });

  it('orders its records after those it read from another window, even if the clocks differ', async () => {
    const fastClock = new ManualClock();
    await fastClock.pass(DAY_MS);
    const ahead = createHistory(folder.as('two'), { writer: 'two', clock: fastClock });
    await ahead.write('a', [...exchange('q', null, 'Yes'), { type: 'title', title: 'Earlier' }]);
    await history.open('a');
    await history.write('a', [...exchange('p', 'q-reply', 'No'), { type: 'title', title: 'Later' }]);
    await ahead.write('a', [ended('q-reply', { status: 'stopped' })]);
    const stored = await window('three').open('a');
    assert.equal(stored?.title, 'Later');
    assert.deepEqual(texts(stored), ['what is q?', 'Yes', 'what is p?', 'No']);
  });
});
