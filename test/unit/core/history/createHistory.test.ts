import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import { emptyTrash } from '../../../../src/core/history/files/emptyTrash.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { ended, exchange, question, reply, text } from './changes.ts';
import { ManualClock, settled } from './manualClock.ts';

const DAY = 24 * 60 * 60 * 1000;

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

  it('gives back what was written', async () => {
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

  it('has no conversation that no file is of', async () => {
    assert.equal(await history.open('a'), undefined);
    assert.deepEqual(await history.list(), []);
  });

  it('writes what comes at once by one append, and durably where any of it is to be', async () => {
    await Promise.all([
      history.write('a', [question('q', null)]),
      history.write('a', [reply('r', 'q')], true),
      history.write('a', [text('r', 0, 'Yes')]),
    ]);
    assert.equal(folder.count('append'), 1);
    assert.deepEqual(folder.durable, [true]);
    assert.deepEqual(texts(await history.open('a')), ['what is q?', 'Yes']);
  });

  it('neither lists nor reads to write', async () => {
    for (const id of ['a', 'b', 'c']) {
      await history.write(id, exchange('q', null, 'Yes'));
    }
    assert.deepEqual(new Set(folder.calls.map(({ kind }) => kind)), new Set(['append']));
  });

  it('reads of a conversation that it knows only what has come to it', async () => {
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

  it('reads anew what had not arrived when it was read, though the file has the same size', async () => {
    await window('two').write('a', exchange('q', null, 'Yes'));
    const [name = '', file] = [...folder.files][0] ?? [];
    const bytes = file?.bytes ?? new Uint8Array();
    // As a disk on a network may show a file of which only the size is known.
    folder.put(
      name,
      bytes.map((byte, place) => (place < 20 ? byte : 0)),
    );
    assert.deepEqual(texts(await history.open('a')), []);
    folder.now = () => Date.now() + DAY;
    folder.put(name, bytes);
    assert.deepEqual(texts(await history.open('a')), ['what is q?', 'Yes']);
  });

  it('lists the latest first, with titles, models and what is in the trash', async () => {
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

  it('lists a conversation that can not be read, too', async () => {
    await history.write('a', exchange('q', null, 'Yes'));
    folder.break(['read']);
    const [only] = await history.list();
    assert.equal(only?.id, 'a');
    assert.equal(only?.damagedTurns, 0);
    await assert.rejects(history.open('a'), /no space/);
  });

  it('tells what other windows change, once, and of itself all but the text of replies', async () => {
    const told: string[] = [];
    history.onChanged(({ ids, by }) => told.push(`${ids.join()} by ${by}`));
    await history.write('a', exchange('q', null, 'Yes'));
    await history.write('a', [text('q-reply', 3, ', really')]);
    assert.deepEqual(told.splice(0), ['a by thisWindow']);

    const other = window('two');
    await other.write('a', [text('q-reply', 3, ', really')]);
    await other.write('b', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    assert.deepEqual(told, ['a,b by another']);
  });

  it('tells what a look at the files has told already no second time', async () => {
    await history.refresh();
    const told: (readonly string[])[] = [];
    history.onChanged(({ ids }) => told.push(ids));
    const other = window('two');
    await other.write('a', exchange('q', null, 'Yes'));
    await history.refresh();
    await clock.pass(1000);
    await other.write('b', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    await history.refresh();
    assert.deepEqual(told, [['a'], ['b']]);
  });

  it('tells what may have changed where that can not be looked at', async () => {
    const told: (readonly string[])[] = [];
    history.onChanged(({ ids }) => told.push(ids));
    folder.break(['list']);
    await window('two').write('a', exchange('q', null, 'Yes'));
    await clock.pass(1000);
    assert.deepEqual(told, [['a']]);
  });

  it('tells on a look at the files what changed since the last look', async () => {
    const silent = { ...folder.as('one'), watch: () => () => undefined };
    const quiet = createHistory(silent, { writer: 'one', clock });
    const told: (readonly string[])[] = [];
    await quiet.refresh();
    quiet.onChanged(({ ids }) => told.push(ids));
    const other = window('two');
    await other.write('a', exchange('q', null, 'Yes'));
    await other.write('b', exchange('q', null, 'Yes'));
    await quiet.refresh();
    await quiet.refresh();
    await other.write('b', [{ type: 'pin', pinned: true }]);
    await quiet.refresh();
    assert.deepEqual(told, [['a', 'b'], ['b']]);
  });

  describe('on a store that fails', () => {
    it('keeps nobody waiting, says so, and writes everything once it works again, in order', async () => {
      const states: string[] = [];
      history.onStateChanged(() => states.push(JSON.stringify(history.state)));
      folder.break(['append'], { message: 'no space left on device', written: 20 });
      await history.write('a', [question('q', null), reply('r', 'q')], true);
      await history.write('a', [text('r', 0, 'Yes')]);
      await history.write('b', exchange('q', null, 'No'));
      assert.deepEqual(history.state, { isSaving: false, reason: 'no space left on device' });
      const unsaved = await history.open('a');
      assert.deepEqual(texts(unsaved), ['what is q?', 'Yes'], 'what is not saved is there');
      assert.equal(unsaved?.damage, undefined);

      await clock.pass(100_000);
      assert.equal(history.state.isSaving, false);
      folder.heal();
      await clock.pass(30_000);
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal(states.length, 2);
      const stored = await window('two').open('a');
      assert.deepEqual(texts(stored), ['what is q?', 'Yes']);
      assert.equal(stored?.damage, undefined, 'what the failed appends left behind is no damage');
      assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'No']);
    });

    it('tries again after 1 s, and then less and less often, but every 30 s', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      const tries = [];
      for (let second = 1; second <= 121; second++) {
        const before = folder.count('append');
        await clock.pass(1000);
        tries.push(...(folder.count('append') > before ? [second] : []));
      }
      assert.deepEqual(tries, [1, 3, 7, 15, 31, 61, 91, 121]);
    });

    it('tries at once when it is told to', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      folder.heal();
      await history.retry();
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal(clock.waiting, 0);
    });

    it('makes a last attempt when it is let go', async () => {
      folder.break(['append']);
      await history.write('a', exchange('q', null, 'Yes'));
      folder.heal();
      await history.dispose();
      assert.deepEqual(texts(await window('two').open('a')), ['what is q?', 'Yes']);
      assert.equal(clock.waiting, 0);
    });

    it('does not hold up conversations that can be written', async () => {
      folder.intercept = ({ kind, name }) =>
        kind === 'append' && name === 'a' ? { message: 'no permission' } : undefined;
      await history.write('a', exchange('q', null, 'Yes'));
      await history.write('b', exchange('q', null, 'Yes'));
      assert.deepEqual(texts(await window('two').open('b')), ['what is q?', 'Yes']);
      assert.equal(history.state.isSaving, false);
    });

    it('tries others again though the disk does not answer for one', async () => {
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

    it('lets a question go on after 2 s where the disk does not answer', async () => {
      let answer: (() => void) | undefined;
      folder.intercept = () =>
        new Promise((resolve) => {
          answer = () => resolve(undefined);
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
      answer?.();
      await settled();
      assert.deepEqual(history.state, { isSaving: true });
      assert.equal((await history.open('a'))?.turns.length, 2);
    });
  });

  it('gives a conversation of which nothing can be read the time of its file', async () => {
    folder.now = clock.now;
    folder.put('a~old.jsonl', new TextEncoder().encode('\nrubbish'));
    const [only] = await history.list();
    assert.deepEqual([only?.createdAt, only?.changedAt, only?.damagedTurns], [clock.now(), clock.now(), 0]);
    assert.equal((await history.open('a'))?.damage?.badLines, 1);
  });

  describe('with a trash', () => {
    beforeEach(async () => {
      await history.write('a', exchange('q', null, 'Yes'));
      await history.write('a', [{ type: 'trash', trashed: true }]);
      await history.write('b', exchange('q', null, 'Yes'));
    });

    it('removes after 30 days what was thrown away, and nothing else', async () => {
      await clock.pass(30 * DAY - 1000);
      await history.emptyTrash();
      assert.equal(folder.files.size, 2);
      await clock.pass(2000);
      await history.emptyTrash();
      assert.deepEqual([...folder.files.keys()], ['b~one.jsonl']);
      assert.deepEqual(
        (await history.list()).map(({ id }) => id),
        ['b'],
      );
    });

    it('keeps what was taken out of it, whatever a cache says', async () => {
      const list = await history.list();
      await history.write('a', [{ type: 'trash', trashed: false }]);
      await clock.pass(31 * DAY);
      assert.deepEqual(await emptyTrash(folder.as('two'), list, clock.now()), []);
      assert.equal(folder.files.size, 2);
    });

    it('keeps what can not be read whole', async () => {
      await clock.pass(31 * DAY);
      const whole = folder.files.get('a~one.jsonl') ?? assert.fail();
      for (const place of [20, whole.bytes.length - 20]) {
        const bytes = Uint8Array.from(whole.bytes);
        bytes[place] = 0;
        folder.put('a~one.jsonl', bytes);
        await window('two').emptyTrash();
        assert.equal(folder.files.size, 2, `byte ${place}`);
      }
      folder.break(['read']);
      await window('two').emptyTrash();
      assert.equal(folder.files.size, 2);
    });
  });

  it('has written what was asked for when it is let go', async () => {
    folder.intercept = () => settled().then(() => undefined);
    void history.write('a', [question('q', null)]);
    void history.write('b', [question('q', null)]);
    await history.dispose();
    assert.deepEqual([...folder.files.keys()], ['a~one.jsonl', 'b~one.jsonl']);
  });

  it('goes on after what another window wrote, whatever the clocks say', async () => {
    const late = new ManualClock();
    await late.pass(DAY);
    const ahead = createHistory(folder.as('two'), { writer: 'two', clock: late });
    await ahead.write('a', [...exchange('q', null, 'Yes'), { type: 'title', title: 'Earlier' }]);
    await history.open('a');
    await history.write('a', [...exchange('p', 'q-reply', 'No'), { type: 'title', title: 'Later' }]);
    await ahead.write('a', [ended('q-reply', { status: 'stopped' })]);
    const stored = await window('three').open('a');
    assert.equal(stored?.title, 'Later');
    assert.deepEqual(texts(stored), ['what is q?', 'Yes', 'what is p?', 'No']);
  });
});
