import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { Channel } from '../support.ts';
import { closeWindows, onDisk, openWindow, QUESTION, texts, twoWindows, until } from './historyWindows.ts';

afterEach(closeWindows);

describe('what is shown of a reply', () => {
  it('is on disk within a second of being shown, and its end comes last', async (context) => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    const channel = new Channel();
    window.replies.push(channel.events());
    const { id } = window.conversations.current.conversation;
    const asked = window.conversations.current.ask(QUESTION);
    await until(() => window.requests === 1);
    context.mock.timers.enable({ apis: ['setTimeout'] });
    channel.push({ type: 'text', text: 'Be' }, { type: 'text', text: 'cause' });
    while (!window.told.includes('text cause')) {
      await Promise.resolve();
    }
    context.mock.timers.tick(500);
    context.mock.timers.reset();
    await until(async () => (await onDisk(folder, id))?.turns[1]?.text === 'Because');
    const stored = await onDisk(folder, id);
    assert.deepEqual(
      [stored?.turns[1], stored?.open.length],
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
    assert.deepEqual((await onDisk(folder, id))?.open, []);
  });

  it('in silence says every 2 s that it still runs, and brings a question that waits to the disk', async (context) => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    const channel = new Channel();
    window.replies.push(channel.events());
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = window.conversations.current.ask(QUESTION);
    const pulses = (): number =>
      new TextDecoder().decode([...folder.files.values()][0]?.bytes).split('"type":"pulse"').length - 1;
    for (const expected of [1, 2]) {
      while (pulses() < expected) {
        context.mock.timers.tick(100);
        await Promise.resolve();
      }
    }
    assert.deepEqual(folder.durable, [false, true, false]);
    channel.push({ type: 'finished' });
    await asked;
    await window.conversations.flush();
    context.mock.timers.tick(10_000);
    assert.equal(pulses(), 2);
    context.mock.timers.reset();
  });
});

describe('two windows on one conversation', () => {
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
});
