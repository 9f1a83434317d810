import assert from 'node:assert/strict';
import { afterEach, describe, it, type TestContext } from 'node:test';
import { HEARTBEAT_TIMEOUT_MS } from '../../../../src/core/history/repliesInOtherWindows.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { Channel, said } from '../support.ts';
import {
  CLOCK,
  closeWindows,
  onDisk,
  openWindow,
  QUESTION,
  texts,
  twoWindows,
  until,
  type Window,
} from './historyWindows.ts';

afterEach(closeWindows);

/** @returns a function that lets time pass until a condition holds */
function mockTime({ mock }: TestContext): (condition: () => boolean) => Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
  mock.method(CLOCK, 'monotonic', () => Date.now());
  return async (condition) => {
    while (!condition()) {
      mock.timers.tick(50);
      await Promise.resolve();
    }
  };
}

function lastStatus({ conversations }: Window): string | undefined {
  const last = conversations.current.conversation.turns.at(-1);
  return last?.kind === 'assistant' ? last.status : undefined;
}

describe('a stored conversation', () => {
  it('is shown as it was, with its model, and can be continued', async () => {
    const { one, other } = await twoWindows();
    assert.deepEqual(other.conversations.current.conversation, one.conversations.current.conversation);
    other.replies.push(said('And that too.'));
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    assert.deepEqual(texts(other), ['Why?', 'Because.', 'And then?', 'And that too.']);
  });

  it('is not shown if its id is unknown', async () => {
    const { other } = await twoWindows();
    assert.equal(await other.conversations.show('nowhere'), false);
    assert.deepEqual(texts(other), ['Why?', 'Because.']);
  });

  it('is not shown if another one was shown while it was loading', async () => {
    const { other, id } = await twoWindows();
    other.conversations.startNew();
    const showing = other.conversations.show(id);
    other.conversations.startNew();
    assert.equal(await showing, false);
    assert.deepEqual(texts(other), []);
  });

  it('has its reply interrupted with the text so far if its window was killed, and the reply can be continued', async () => {
    const folder = new MemoryFolder();
    const dead = openWindow(folder);
    const channel = new Channel();
    dead.replies.push(channel.events());
    void dead.conversations.current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Because it' });
    await until(() => dead.events.includes('text Because it'));
    await dead.conversations.flush();
    dead.conversations.dispose();
    folder.claims.clear();
    const window = openWindow(folder);
    const { id } = dead.conversations.current.conversation;
    await window.conversations.show(id);
    const { current } = window.conversations;
    assert.deepEqual(
      current.conversation.turns.map((turn) => [turn.text, turn.kind === 'assistant' && turn.status]),
      [
        ['Why?', false],
        ['Because it', 'interrupted'],
      ],
    );
    window.replies.push(said(' is so.'));
    await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
    await window.conversations.flush();
    assert.deepEqual(texts(window), ['Why?', 'Because it is so.']);
    assert.deepEqual((await onDisk(folder, id))?.turns, current.conversation.turns);
  });
});

describe('two windows with the same conversation', () => {
  it('show what one adds while the other is still reading', async () => {
    const { folder, other, id } = await twoWindows();
    const late = openWindow(folder);
    const told = new Promise<void>((resolve) => {
      late.history.onChanged(({ by }) => by === 'another' && resolve());
    });
    let isReading = false;
    folder.intercept = async ({ kind }) => {
      if (kind === 'read' && !isReading) {
        isReading = true;
        await told;
      }
      return undefined;
    };
    const showing = late.conversations.show(id);
    await until(() => isReading);
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await showing;
    await until(() => texts(late).length === 4);
  });

  it('both show the turns that are added in either', async () => {
    const { one, other } = await twoWindows();
    await one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await until(() => texts(other).at(-1) === 'Because.' && texts(other).length === 4);
    assert.equal(other.events.includes('turns changed'), false);
    assert.equal(other.events[0], 'added user');
    assert.deepEqual(
      other.conversations.current.conversation.turns,
      one.conversations.current.conversation.turns,
    );
  });

  it('show what the other has added when they list the files, if nothing tells them before', async () => {
    const folder = new MemoryFolder();
    folder.reportsChanges = false;
    const [one, other] = [openWindow(folder), openWindow(folder)];
    await one.conversations.current.ask(QUESTION);
    await one.conversations.flush();
    await other.conversations.show(one.conversations.current.conversation.id);
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await other.conversations.flush();
    await one.history.refresh();
    await until(() => texts(one).length === 4);
  });

  it('see the reply of the other window grow and end', async () => {
    const { one, other } = await twoWindows();
    const channel = new Channel();
    one.replies.push(channel.events());
    const asked = one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    const { current } = other.conversations;
    for (const [text, textSoFar] of [
      ['', ''],
      ['That', 'That'],
      [' is', 'That is'],
    ] as const) {
      channel.push({ type: 'text', text });
      await until(() => texts(one).at(-1) === textSoFar);
      await one.conversations.flush();
      await until(() => texts(other).at(-1) === textSoFar);
      const seen = current.conversation.turns.at(-1);
      const status = textSoFar === '' ? 'waiting' : 'streaming';
      assert.deepEqual(seen?.kind === 'assistant' && [seen.status, seen.isInOtherWindow], [status, true]);
      assert.deepEqual([current.isRunning, current.isFetching], [true, false]);
      // Nothing is sent with a reply that is cut in a word.
      assert.deepEqual([current.continuableReply, current.comparableReply], [undefined, undefined]);
      await Promise.all([current.ask(QUESTION), current.retry(seen?.id ?? '', QUESTION)]);
      assert.equal(other.requests, 0);
    }
    assert.ok(other.events.includes('text  is'));
    assert.equal(other.events.includes('changed interrupted'), false);
    channel.push({ type: 'finished' });
    await asked;
    await until(() => other.events.at(-1) === 'changed finished');
    assert.equal(other.events.includes('turns changed'), false);
  });

  it('show a reply as interrupted after 10 s without new records, also if the clock is set back', async (context) => {
    const { one, other } = await twoWindows();
    const channel = new Channel();
    one.replies.push(channel.events());
    void one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    let setBy = 0;
    const pass = mockTime(context);
    context.mock.method(CLOCK, 'now', () => Date.now() + setBy);
    channel.push({ type: 'text', text: 'That' });
    await pass(() => texts(one).at(-1) === 'That');
    channel.push({ type: 'text', text: ' is' });
    await pass(() => texts(other).at(-1) === 'That is');
    assert.equal(lastStatus(other), 'streaming');
    one.conversations.dispose();
    const silentSince = Date.now();
    setBy = -3_600_000;
    await pass(() => lastStatus(other) === 'interrupted');
    assert.ok(Date.now() - silentSince < 2 * HEARTBEAT_TIMEOUT_MS);
    assert.equal(texts(other).at(-1), 'That is');
    context.mock.timers.reset();
  });

  it('show a reply as interrupted, and can ask again, if nothing of it can be read any more', async (context) => {
    const { folder, one, other } = await twoWindows();
    const pass = mockTime(context);
    one.replies.push(new Channel().events());
    void one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await pass(() => lastStatus(other) === 'waiting');
    folder.break(['list', 'read', 'append']);
    await pass(() => lastStatus(other) === 'interrupted');
    const { current } = other.conversations;
    const asked = current.ask({ ...QUESTION, text: 'And now?' });
    await pass(() => texts(other).at(-1) === 'Because.');
    await asked;
    folder.heal();
    await pass(() => other.history.state.isSaving);
    const stored = await onDisk(folder, current.conversation.id);
    assert.ok(stored?.turns.some(({ text }) => text === 'And now?'));
    assert.equal(stored?.damage, undefined);
    context.mock.timers.reset();
  });

  it('show both questions if they ask at the same time, and neither loses its running reply', async () => {
    const { folder, one, other, id } = await twoWindows();
    const channels = [new Channel(), new Channel()];
    one.replies.push(channels[0]?.events() ?? said(''));
    other.replies.push(channels[1]?.events() ?? said(''));
    const asked = [
      one.conversations.current.ask({ ...QUESTION, text: 'One?' }),
      other.conversations.current.ask({ ...QUESTION, text: 'Other?' }),
    ];
    channels[0]?.push({ type: 'text', text: 'First' });
    channels[1]?.push({ type: 'text', text: 'Second' });
    await until(() => [one, other].every((window) => texts(window).length === 6));
    assert.equal(one.conversations.current.isRunning, true);
    channels[0]?.push({ type: 'finished' });
    channels[1]?.push({ type: 'finished' });
    await Promise.all(asked);
    await Promise.all([one.conversations.flush(), other.conversations.flush()]);
    const stored = (await onDisk(folder, id))?.turns ?? [];
    assert.deepEqual(
      new Set(stored.map(({ text }) => text)),
      new Set(['Why?', 'Because.', 'One?', 'First', 'Other?', 'Second']),
    );
    for (const window of [one, other]) {
      await until(
        () => JSON.stringify(window.conversations.current.conversation.turns) === JSON.stringify(stored),
      );
    }
  });

  it('both remove what is deleted in either, and restore it on undo', async () => {
    const { one, other } = await twoWindows();
    const undo = one.conversations.current.remove(one.conversations.current.conversation.turns[0]?.id ?? '');
    await until(() => texts(other).length === 0);
    assert.equal(other.events.at(-1), 'turns changed');
    undo?.();
    await until(() => texts(other).length === 2);
  });

  it('show an empty conversation instead of one that the other moved to the trash, until it is restored', async () => {
    const { folder, one, other, id } = await twoWindows();
    const undo = one.conversations.remove(id);
    await until(() => other.conversations.current.conversation.id !== id);
    assert.equal((await onDisk(folder, id))?.trashedAt === undefined, false);
    undo();
    await until(async () => (await onDisk(folder, id))?.trashedAt === undefined);
    assert.deepEqual(texts(one), ['Why?', 'Because.']);
  });
});

describe('conversations in memory', () => {
  it('are limited in number, and an undo still works after the conversation was dropped', async () => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    const { conversations } = window;
    await conversations.current.ask(QUESTION);
    const first = conversations.current.conversation;
    const undo = conversations.current.remove(first.turns[0]?.id ?? '');
    await conversations.current.ask({ ...QUESTION, text: 'What else?' });
    for (let count = 0; count < 40; count++) {
      conversations.startNew();
      await conversations.current.ask(QUESTION);
      await conversations.flush();
    }
    assert.ok(conversations.loaded.length <= 17, String(conversations.loaded.length));
    await conversations.show(first.id);
    assert.deepEqual(texts(window), ['What else?', 'Because.']);
    undo?.();
    await until(() => texts(window).length === 4);
    assert.deepEqual(
      (await onDisk(folder, first.id))?.turns.map(({ text }) => text),
      ['Why?', 'Because.', 'What else?', 'Because.'],
    );
  });

  it('say that the other has deleted the one that is shown, but not another one, and can restore it', async () => {
    const { one, other, id } = await twoWindows();
    const deleted: string[] = [];
    one.conversations.onDeletedElsewhere((conversation) => deleted.push(conversation.id));
    other.conversations.remove(id);
    await until(() => deleted.length > 0);
    assert.deepEqual([deleted, texts(one)], [[id], []]);
    await one.conversations.restore(id);
    await one.conversations.show(id);
    assert.deepEqual(texts(one), ['Why?', 'Because.']);
    await one.conversations.current.ask(QUESTION);
    await one.conversations.flush();
    one.conversations.startNew();
    const removed = new Promise<void>((resolve) => {
      one.conversations.onChanged(() => one.conversations.loaded.length === 0 && resolve());
    });
    await other.conversations.show(id);
    other.conversations.remove(id);
    await removed;
    assert.deepEqual(deleted, [id]);
  });

  it('say that one is not present if the other moved it to the trash while its reply was running', async () => {
    const { one, other, id } = await twoWindows();
    const channel = new Channel();
    one.replies.push(channel.events());
    const { current } = one.conversations;
    void current.ask(QUESTION);
    await until(() => one.requests === 2);
    assert.equal(one.conversations.isPresent(current), true);
    other.conversations.remove(id);
    await until(() => !one.conversations.isPresent(current));
    assert.equal(one.conversations.current, current);
    await one.conversations.restore(id);
    assert.equal(one.conversations.isPresent(current), true);
  });

  it('show what the other added to one that it had restored, once its deletion is undone', async () => {
    const { one, other, id } = await twoWindows();
    const undo = one.conversations.remove(id);
    await until(async () => (await other.history.open(id))?.trashedAt !== undefined);
    await other.conversations.restore(id);
    await other.conversations.show(id);
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await other.conversations.flush();
    // Now, while the conversation is not in memory, instead of after the undo.
    await one.history.refresh();
    undo();
    await until(() => texts(one).includes('And then?'));
  });
});

it('a conversation that a newer version wrote is shown but not written to', async () => {
  const { folder, id } = await twoWindows();
  const [file] = [...folder.files.values()];
  const text = new TextDecoder().decode(file?.bytes);
  const { crc32 } = await import('../../../../src/core/checksum.ts');
  const newer = JSON.stringify({ v: 99, w: 'newer', n: 1, at: Date.now(), type: 'mood', mood: 'blue' });
  const sum = crc32(new TextEncoder().encode(newer)).toString(16).padStart(8, '0');
  folder.put(`${id}~newer.jsonl`, new TextEncoder().encode(`\n${sum} ${newer}`));
  const window = openWindow(folder);
  await window.conversations.show(id);
  assert.deepEqual(texts(window), ['Why?', 'Because.']);
  assert.equal(window.conversations.isReadOnly(window.conversations.current), true);
  window.conversations.current.remove(window.conversations.current.conversation.turns[0]?.id ?? '');
  await window.conversations.flush();
  assert.equal(text, new TextDecoder().decode([...folder.files.values()][0]?.bytes));
  assert.equal(folder.files.size, 2);
});
