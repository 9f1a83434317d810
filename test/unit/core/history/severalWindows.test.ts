import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { Channel, said } from '../support.ts';
import { closeWindows, onDisk, openWindow, QUESTION, texts, twoWindows, until } from './historyWindows.ts';

afterEach(closeWindows);

describe('a conversation from the history', () => {
  it('is shown as it was, with its model, and goes on', async () => {
    const { one, other } = await twoWindows();
    assert.deepEqual(other.conversations.current.conversation, one.conversations.current.conversation);
    other.replies.push(said('And that too.'));
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    assert.deepEqual(texts(other), ['Why?', 'Because.', 'And then?', 'And that too.']);
  });

  it('is not there where there is none of that name', async () => {
    const { other } = await twoWindows();
    assert.equal(await other.conversations.show('nowhere'), false);
    assert.deepEqual(texts(other), ['Why?', 'Because.']);
  });

  it('that is slow to come does not take the place of what was shown meanwhile', async () => {
    const { other, id } = await twoWindows();
    other.conversations.startNew();
    const showing = other.conversations.show(id);
    other.conversations.startNew();
    assert.equal(await showing, false);
    assert.deepEqual(texts(other), []);
  });

  it('has its reply broken off where the window died that ran it, with what had come, and it can be continued', async () => {
    const folder = new MemoryFolder();
    const dead = openWindow(folder);
    const channel = new Channel();
    dead.replies.push(channel.events());
    void dead.conversations.current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Because it' });
    await until(() => dead.told.includes('text Because it'));
    await dead.conversations.flush();
    dead.conversations.dispose();
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

describe('two windows on one conversation', () => {
  it('both have what is asked in either, told as turns that are added', async () => {
    const { one, other } = await twoWindows();
    await one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await until(() => texts(other).at(-1) === 'Because.' && texts(other).length === 4);
    assert.equal(other.told.includes('reset'), false);
    assert.equal(other.told[0], 'added user');
    assert.deepEqual(
      other.conversations.current.conversation.turns,
      one.conversations.current.conversation.turns,
    );
  });

  it('see a reply grow that runs in the other, and its end', async () => {
    const { one, other } = await twoWindows();
    const channel = new Channel();
    one.replies.push(channel.events());
    const asked = one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    for (const [text, whole] of [
      ['That', 'That'],
      [' is', 'That is'],
    ] as const) {
      channel.push({ type: 'text', text });
      await until(() => texts(one).at(-1) === whole);
      await one.conversations.flush();
      await until(() => texts(other).at(-1) === whole);
    }
    const seen = other.conversations.current.conversation.turns.at(-1);
    assert.deepEqual(seen?.kind === 'assistant' && [seen.status, seen.isInOtherWindow], ['streaming', true]);
    assert.ok(other.told.includes('text  is'));
    assert.equal(other.conversations.current.isRunning, false);
    channel.push({ type: 'finished' });
    await asked;
    await until(() => other.told.at(-1) === 'changed finished');
    assert.equal(other.told.includes('reset'), false);
  });

  it('take a reply for broken off when it is silent for 10 s', async (context) => {
    const { one, other } = await twoWindows();
    const channel = new Channel();
    one.replies.push(channel.events());
    void one.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    const status = (): unknown => {
      const last = other.conversations.current.conversation.turns.at(-1);
      return last?.kind === 'assistant' ? last.status : undefined;
    };
    const pass = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) {
        context.mock.timers.tick(50);
        await Promise.resolve();
      }
    };
    channel.push({ type: 'text', text: 'That' });
    await pass(() => texts(one).at(-1) === 'That');
    channel.push({ type: 'text', text: ' is' });
    await pass(() => status() === 'streaming');
    one.conversations.dispose();
    await pass(() => status() === 'interrupted');
    assert.equal(texts(other).at(-1), 'That is');
    context.mock.timers.reset();
  });

  it('that ask at once have both questions, and neither loses its running reply', async () => {
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

  it('have lost what is deleted in either, and have it again with its undo', async () => {
    const { one, other } = await twoWindows();
    const undo = one.conversations.current.remove(one.conversations.current.conversation.turns[0]?.id ?? '');
    await until(() => texts(other).length === 0);
    assert.equal(other.told.at(-1), 'reset');
    undo?.();
    await until(() => texts(other).length === 2);
  });

  it('show an empty one in place of one that the other has put into the trash, from where it comes back', async () => {
    const { folder, one, other, id } = await twoWindows();
    const undo = one.conversations.remove(id);
    await until(() => other.conversations.current.conversation.id !== id);
    assert.equal((await onDisk(folder, id))?.trashedAt === undefined, false);
    undo();
    await until(async () => (await onDisk(folder, id))?.trashedAt === undefined);
    assert.deepEqual(texts(one), ['Why?', 'Because.']);
  });
});

describe('memory', () => {
  it('holds only some of the conversations that were used, and an undo reaches those that it let go', async () => {
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

  it('gives back from the trash what is gone on with', async () => {
    const { folder, one, id } = await twoWindows();
    one.conversations.remove(id);
    await one.conversations.flush();
    const other = openWindow(folder);
    await other.conversations.show(id);
    await other.conversations.current.ask({ ...QUESTION, text: 'And then?' });
    await until(async () => (await onDisk(folder, id))?.trashedAt === undefined);
  });
});

it('what a newer version wrote is shown, and not written to', async () => {
  const { folder, id } = await twoWindows();
  const [file] = [...folder.files.values()];
  const text = new TextDecoder().decode(file?.bytes);
  const { crc32 } = await import('../../../../src/core/history/records/checksum.ts');
  const newer = JSON.stringify({ v: 99, w: 'newer', n: 1, at: Date.now(), type: 'mood', mood: 'blue' });
  const sum = crc32(new TextEncoder().encode(newer)).toString(16).padStart(8, '0');
  folder.put(`${id}~newer.jsonl`, new TextEncoder().encode(`\n${sum} ${newer}`));
  const window = openWindow(folder);
  await window.conversations.show(id);
  assert.deepEqual(texts(window), ['Why?', 'Because.']);
  assert.equal(window.conversations.isReadOnly, true);
  window.conversations.current.remove(window.conversations.current.conversation.turns[0]?.id ?? '');
  await window.conversations.flush();
  assert.equal(text, new TextDecoder().decode([...folder.files.values()][0]?.bytes));
  assert.equal(folder.files.size, 2);
});
