import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../support/property.ts';
import { OPERATIONS } from '../asking/conversationOperations.ts';
import { Channel } from '../support.ts';
import { closeWindows, onDisk, openWindow, QUESTION, SECRET, texts, until } from './historyWindows.ts';
import { recordingPort } from './recordingPort.ts';

afterEach(closeWindows);

async function assertSameInHistory(operations: readonly string[]): Promise<void> {
  const folder = new MemoryFolder();
  const window = openWindow(folder);
  const undo: (() => void)[] = [];
  for (const name of operations) {
    await OPERATIONS[name]?.(window, undo);
    await window.conversations.flush();
  }
  for (const { conversation } of window.conversations.loaded) {
    const stored = await onDisk(folder, conversation.id);
    assert.deepEqual(stored?.turns ?? [], conversation.turns);
    assert.equal(stored?.model, conversation.model);
    assert.equal(stored?.damage, undefined);
  }
}

describe('a recorded conversation', () => {
  it('is the same in the history as in the window after any operations in any order', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(OPERATIONS)), { minLength: 1, maxLength: 12 }),
        assertSameInHistory,
      ),
      { runs: 150 },
    );
  });

  it('stores that the user wanted a question without a reply to be sent, even once it has a reply', async () => {
    await assertSameInHistory(['askAndFail', 'includeAll', 'retry', 'ask']);
  });

  it('stores no trace of a question with a reply having been left out for a while', async () => {
    await assertSameInHistory(['ask', 'ask', 'leaveOutFirst', 'includeAll']);
  });

  it('has no title, on disk or in memory, with what the user has redacted', async () => {
    const folder = new MemoryFolder();
    const { conversations } = openWindow(folder);
    const asked = conversations.create({ turns: [], title: `Edit: log in with ${SECRET}` });
    await asked.ask(QUESTION);
    const asksAgain = conversations.create({ turns: [], title: `Edit: again with ${SECRET}` });
    await asksAgain.ask(QUESTION);
    const { id } = asksAgain.conversation;
    await conversations.rename(id, `${SECRET} again`);
    conversations.createAndShow({ turns: asked.conversation.turns, title: `${SECRET} (edited)` });
    await conversations.flush();
    const other = openWindow(folder);
    await other.history.open(asked.conversation.id);
    await other.conversations.rename(asked.conversation.id, `Not loaded: ${SECRET}`);

    const titles = conversations.loaded.map(({ title }) => title).toSorted();
    assert.deepEqual(titles, ['Edit: log in with [redacted]', '[redacted] (edited)', '[redacted] again']);
    for (const { bytes } of folder.files.values()) {
      assert.ok(!new TextDecoder().decode(bytes).includes(SECRET));
    }
    const listed = (await other.history.list()).map(({ title }) => title).toSorted();
    assert.deepEqual(listed, ['Not loaded: [redacted]', ...titles.slice(1)]);
  });

  it('keeps the last of titles that follow one another, and is synced only once it is written', async () => {
    const folder = new MemoryFolder();
    const { conversations } = openWindow(folder);
    const session = conversations.create({ turns: [], title: 'One' });
    const { id } = session.conversation;
    await session.ask(QUESTION);
    void conversations.rename(id, 'Two');
    void conversations.rename(id, 'Three');
    await conversations.syncFromHistory([id]);
    await conversations.flush();
    assert.deepEqual([session.title, (await onDisk(folder, id))?.title], ['Three', 'Three']);
  });

  it('is written incrementally: a turn of a long conversation costs as much as one of a short one', async () => {
    const folder = new MemoryFolder();
    const { conversations } = openWindow(folder);
    const sizes: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      await conversations.current.ask(QUESTION);
      await conversations.flush();
      sizes.push([...folder.files.values()][0]?.bytes.length ?? 0);
    }
    const [first = 0, second = 0] = sizes;
    assert.ok((sizes.at(-1) ?? 0) - (sizes.at(-2) ?? 0) < 1.2 * (second - first));
  });

  it('has the question and its request synced to disk by one flush before the request is sent', async () => {
    const folder = new MemoryFolder();
    folder.intercept = () => new Promise((resolve) => setTimeout(resolve));
    const port = recordingPort();
    const window = openWindow(folder, port.reply);
    const { current } = window.conversations;
    const observed: unknown[] = [];
    port.onSend = () => {
      const [file] = [...folder.files.values()];
      const written = new TextDecoder().decode(file?.bytes);
      observed.push({
        questions: written.split('"type":"question"').length - 1,
        sent: new Set(written.match(/"crc32":\d+/g)).size,
        isDurable: folder.durable.at(-1),
        flushes: folder.durable.filter((isDurable) => isDurable).length,
      });
    };
    await current.ask(QUESTION);
    await current.ask(QUESTION);
    assert.deepEqual(observed, [
      { questions: 1, sent: 1, isDurable: true, flushes: 1 },
      // The end of the first reply is synced, too.
      { questions: 2, sent: 2, isDurable: true, flushes: 3 },
    ]);
  });

  it('is synced to disk by a flush, even if its last change is already written', async () => {
    const folder = new MemoryFolder();
    const { conversations } = openWindow(folder);
    await conversations.current.ask(QUESTION);
    await conversations.rename(conversations.current.conversation.id, 'Named');
    assert.equal(folder.durable.at(-1), false);
    await conversations.flush();
    assert.equal(folder.durable.at(-1), true);
    const count = folder.durable.length;
    await conversations.flush();
    assert.equal(folder.durable.length, count);
  });

  it('can be continued while nothing can be saved, and is saved once that works again', async () => {
    const folder = new MemoryFolder();
    folder.break(['append']);
    const window = openWindow(folder);
    const { id } = window.conversations.current.conversation;
    await window.conversations.current.ask(QUESTION);
    assert.deepEqual(texts(window), ['Why?', 'Because.']);
    assert.equal(window.history.state.isSaving, false);
    folder.heal();
    await window.history.retry();
    assert.equal(window.history.state.isSaving, true);
    assert.deepEqual((await onDisk(folder, id))?.turns, window.conversations.current.conversation.turns);
  });
});

describe('the shown text of a reply', () => {
  it('is on disk within a second, and its end is the last record', async (context) => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    const channel = new Channel();
    window.replies.push(channel.events());
    const { id } = window.conversations.current.conversation;
    const asked = window.conversations.current.ask(QUESTION);
    await until(() => window.requests === 1);
    context.mock.timers.enable({ apis: ['setTimeout'] });
    channel.push({ type: 'text', text: 'Be' }, { type: 'text', text: 'cause' });
    while (!window.events.includes('text cause')) {
      await Promise.resolve();
    }
    context.mock.timers.tick(500);
    context.mock.timers.reset();
    await until(async () => (await onDisk(folder, id))?.turns[1]?.text === 'Because');
    const stored = await onDisk(folder, id);
    assert.deepEqual(
      [stored?.turns[1], stored?.unfinishedReplies.length],
      [{ ...stored?.turns[1], status: 'interrupted' }, 1],
    );
    channel.push({ type: 'finished' });
    await asked;
    await window.conversations.flush();
    const lines = new TextDecoder()
      .decode([...folder.files.values()][0]?.bytes)
      .trim()
      .split('\n');
    assert.match(lines.at(-1) ?? '', /"status":"finished"/);
    assert.deepEqual((await onDisk(folder, id))?.unfinishedReplies, []);
  });

  it('is followed by a heartbeat every 2 s without new text, and a waiting question is on disk', async (context) => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    const channel = new Channel();
    window.replies.push(channel.events());
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = window.conversations.current.ask(QUESTION);
    const heartbeats = (): number =>
      new TextDecoder().decode([...folder.files.values()][0]?.bytes).split('"type":"pulse"').length - 1;
    for (const expected of [1, 2]) {
      while (heartbeats() < expected) {
        context.mock.timers.tick(100);
        await Promise.resolve();
      }
    }
    assert.deepEqual(folder.durable, [false, true, false]);
    channel.push({ type: 'finished' });
    await asked;
    await window.conversations.flush();
    context.mock.timers.tick(10_000);
    assert.equal(heartbeats(), 2);
    context.mock.timers.reset();
  });
});
