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

  describe('when writes fail', () => {
    it('does not block, reports the failure, and writes everything in order once writes succeed', async () => {
      const states: string[] = [];
      history.onStateChanged(() => states.push(JSON.stringify(history.state)));
      folder.break(['append'], { message: 'no space left on device', written: 20 });
      await history.write('a', [question('q', null), reply('r', 'q')], true);
      await history.write('a', [text('r', 0, 'Yes')]);
      await history.write('b', exchange('q', null, 'No'));
      assert.deepEqual(history.state, { isSaving: false, reason: 'no space left on device' });
      const unsaved = await history.open('a');
      assert.deepEqual(texts(unsaved), ['what is q?', 'Yes'], 'unsaved turns are included');
      assert.equal(unsaved?.damage, undefined);

      await clock.pass(100_000);
      assert.equal(history.state.isSaving, false);
      folder.heal();
      await clock.pass(30_000);
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal(states.length, 2);
      const stored = await window('two').open('a');
      assert.deepEqual(texts(stored), ['what is q?', 'Yes']);
      assert.equal(stored?.damage, undefined, 'remains of failed appends are not damage');
      assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'No']);
    });

    it('retries after 1 s, then with growing delays of at most 30 s', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      const attempts = [];
      for (let second = 1; second <= 121; second++) {
        const before = folder.count('append');
        await clock.pass(1000);
        attempts.push(...(folder.count('append') > before ? [second] : []));
      }
      assert.deepEqual(attempts, [1, 3, 7, 15, 31, 61, 91, 121]);
    });

    it('retries immediately on request', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      folder.heal();
      await history.retry();
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal(clock.waiting, 0);
    });

    it('retries once more when it is disposed', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      folder.heal();
      await history.dispose();
      assert.deepEqual(texts(await window('two').open('a')), ['what is q?', 'Yes']);
      assert.equal(clock.waiting, 0);
    });

    it('still writes the conversations that can be written', async () => {
      folder.intercept = ({ kind, name }) =>
        kind === 'append' && name === 'a' ? { message: 'no permission' } : undefined;
      await history.write('a', exchange('q', null, 'Yes'));
      await history.write('b', exchange('q', null, 'Yes'));
      assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'Yes']);
      assert.equal(history.state.isSaving, false);
    });

    it('retries other conversations while the disk does not respond for one', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      await history.write('b', exchange('q', null, 'Yes'));
      folder.intercept = ({ kind, name }) =>
        kind === 'append' && name === 'a' ? { message: 'gone', isDeath: true } : { message: 'full' };
      await clock.pass(100_000);
      folder.intercept = () => undefined;
      await clock.pass(30_000);
      assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'Yes']);
      assert.equal(history.state.isSaving, false);
    });

    it('lets a question be sent after 2 s if the disk does not respond', async () => {
      let respond: (() => void) | undefined;
      folder.intercept = () =>
        new Promise((resolve) => {
          respond = () => resolve(undefined);
        });
      let isSettled = false;
      const written = history.write('a', [question('q', null)], true).then(() => {
        isSettled = true;
      });
      await clock.pass(1500);
      assert.equal(isSettled, false);
      await clock.pass(500);
      await written;
      assert.ok(!history.state.isSaving && history.state.reason === 'ETIMEDOUT: no answer from the disk');
      await history.write('a', [reply('r', 'q')]);

      folder.heal();
      respond?.();
      await settled();
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal((await history.open('a'))?.turns.length, 2);
    });
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
