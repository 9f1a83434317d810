import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { Conversations } from '../../../../src/core/asking/conversations.ts';
import { forkAfter, forkBefore } from '../../../../src/core/conversation/exchange.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { Channel, inWords, said } from '../support.ts';

const QUESTION = { text: 'Why?', attachments: [], model: 'assistant-haiku' };

interface Recorded {
  conversations: Conversations;
  /** The events of the one that is shown, as short words. */
  told: string[];
  /** The same, and that something changed in any of them. */
  all: string[];
  signals: AbortSignal[];
  newId: () => string;
}

/** Conversations over scripted replies: the n-th request gets the n-th reply. */
function record(...replies: AsyncIterable<ReplyEvent>[]): Recorded {
  const told: string[] = [];
  const all: string[] = [];
  const signals: AbortSignal[] = [];
  let ids = 0;
  const newId = () => `id${++ids}`;
  const conversations = new Conversations({
    fetchReply: (_request, signal) => {
      signals.push(signal);
      return replies[signals.length - 1] ?? said('');
    },
    now: () => 1000 + ids,
    newId,
    history: NO_HISTORY,
    workspace: () => undefined,
  });
  conversations.onEvent((event) => {
    if (event.type !== 'changed') {
      told.push(inWords(event));
    }
    all.push(event.type === 'changed' ? 'changed' : inWords(event));
  });
  return { conversations, told, all, signals, newId };
}

/** Waits for what follows without any pause. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await Promise.resolve();
  }
}

function texts({ conversations }: Recorded): string[] {
  return conversations.current.conversation.turns.map(({ text }) => text);
}

describe('Conversations', () => {
  it('let a reply go on unseen while another conversation is shown, and nothing leaks into that one', async () => {
    const channel = new Channel();
    const recorded = record(channel.events(), said('New'));
    const { conversations, told, signals } = recorded;
    const first = conversations.current;
    const old = first.ask(QUESTION);
    channel.push({ type: 'text', text: 'Old' });
    conversations.startNew();
    const fresh = conversations.current.ask({ ...QUESTION, text: 'Next?' });
    assert.equal(conversations.isAnyRunning, true);
    channel.push({ type: 'text', text: ' and late' }, { type: 'finished' });
    await Promise.all([old, fresh]);
    assert.equal(signals[0]?.aborted, false);
    assert.equal(conversations.isAnyRunning, false);
    assert.deepEqual(texts(recorded), ['Next?', 'New']);
    assert.equal(told.includes('text  and late'), false);
    await conversations.show(first.conversation.id);
    assert.deepEqual(texts(recorded), ['Why?', 'Old and late']);
    assert.equal(told.at(-1), 'reset');
  });

  it('tell of the one that is shown what changes, and of all that something but text did', async () => {
    const channel = new Channel();
    const { conversations, all } = record(channel.events());
    // Right behind each of them, and no other.
    conversations.onChanged(() => all.push('told'));
    const { current } = conversations;
    const asked = current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Old' });
    await until(() => all.includes('changed streaming'));
    const each = ['added user', 'changed', 'told', 'added assistant', 'changed', 'told'];
    assert.deepEqual(all.splice(0), [...each, 'text Old', 'changed streaming', 'changed', 'told']);
    conversations.startNew();
    assert.deepEqual(all.splice(0), ['reset', 'changed', 'told']);
    channel.push({ type: 'text', text: ' and late' }, { type: 'finished' });
    await asked;
    assert.deepEqual(all, ['changed', 'told']);
    assert.equal(current.conversation.turns[1]?.text, 'Old and late');
  });

  it('keep the chosen model for a new conversation', async () => {
    const { conversations } = record(said('One'));
    conversations.current.chooseModel('assistant-fable-5');
    await conversations.current.ask(QUESTION);
    conversations.startNew();
    assert.equal(conversations.current.conversation.model, 'assistant-fable-5');
  });

  it('begin no other where an empty one is shown, so that a question on its way to it is taken', async () => {
    const { conversations } = record(said('One'));
    const { id } = conversations.current.conversation;
    conversations.startNew();
    assert.equal(conversations.current.conversation.id, id);
    await conversations.current.ask(QUESTION);
    conversations.startNew();
    assert.notEqual(conversations.current.conversation.id, id);
  });

  it('are listed with the latest first, without those in which nothing was said', async () => {
    const { conversations } = record(said('One'), said('Two'));
    await conversations.current.ask({ ...QUESTION, text: 'First?' });
    conversations.startNew();
    await conversations.current.ask({ ...QUESTION, text: 'Second?' });
    conversations.startNew();
    assert.deepEqual(
      conversations.loaded.map(({ conversation }) => conversation.turns[0]?.text),
      ['Second?', 'First?'],
    );
  });

  it('are deleted with what runs in them, and come back with what had come', async () => {
    const channel = new Channel();
    const recorded = record(channel.events());
    const { conversations, signals } = recorded;
    const { id } = conversations.current.conversation;
    const asked = conversations.current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Half' });
    await until(() => texts(recorded).includes('Half'));
    const undo = conversations.remove(id);
    assert.equal(signals[0]?.aborted, true);
    channel.push({ type: 'stopped' });
    await asked;
    assert.deepEqual(texts(recorded), []);
    assert.equal(conversations.loaded.length, 0);
    undo();
    undo();
    assert.deepEqual(texts(recorded), ['Why?', 'Half']);
    assert.equal(conversations.loaded.length, 1);
  });

  it('come back without taking the place of one that was begun meanwhile', async () => {
    const recorded = record(said('One'), said('Two'));
    const { conversations } = recorded;
    await conversations.current.ask({ ...QUESTION, text: 'First?' });
    const undo = conversations.remove(conversations.current.conversation.id);
    await conversations.current.ask({ ...QUESTION, text: 'Second?' });
    undo();
    assert.deepEqual(texts(recorded), ['Second?', 'Two']);
    assert.equal(conversations.loaded.length, 2);
  });
});

describe('a fork', () => {
  async function twoExchanges(): Promise<Recorded> {
    const recorded = record(said('One'), said('Two'), said('Three'));
    for (const text of ['First?', 'Second?']) {
      await recorded.conversations.current.ask({ ...QUESTION, text });
    }
    return recorded;
  }

  it('has the turns up to the end of an exchange under new ids, and the original stays', async () => {
    const recorded = await twoExchanges();
    const { conversations, newId } = recorded;
    const original = conversations.current;
    const { turns } = original.conversation;
    for (const turn of turns.slice(0, 2)) {
      conversations.createAndShow({ turns: forkAfter({ turns }, turn.id, newId) ?? [] });
      assert.deepEqual(texts(recorded), ['First?', 'One']);
      const ids = new Set(conversations.current.conversation.turns.map(({ id }) => id));
      assert.ok(turns.every(({ id }) => !ids.has(id)));
    }
    await conversations.current.ask({ ...QUESTION, text: 'Another?' });
    assert.equal(original.conversation.turns.length, 4);
    assert.deepEqual(texts(recorded), ['First?', 'One', 'Another?', 'Three']);
  });

  it('before a question has what led to it', async () => {
    const { conversations, newId } = await twoExchanges();
    const { turns } = conversations.current.conversation;
    const before = (index: number) =>
      forkBefore({ turns }, turns[index]?.id ?? '', newId)?.map(({ text }) => text);
    assert.deepEqual(before(2), ['First?', 'One']);
    assert.deepEqual(before(3), ['First?', 'One']);
    assert.deepEqual(before(0), []);
    assert.equal(forkBefore({ turns }, 'nowhere', newId), undefined);
  });

  it('that nothing was done with is gone when another conversation is shown', async () => {
    const { conversations, newId } = await twoExchanges();
    const { id, turns } = conversations.current.conversation;
    conversations.createAndShow({ turns: forkAfter({ turns }, turns[0]?.id ?? '', newId) ?? [] });
    await conversations.show(id);
    assert.equal(conversations.loaded.length, 1);
  });

  it('is not made of a reply that still runs', async () => {
    const channel = new Channel();
    const { conversations, newId } = record(channel.events());
    const asked = conversations.current.ask(QUESTION);
    const { turns } = conversations.current.conversation;
    assert.equal(forkAfter({ turns }, turns[0]?.id ?? '', newId), undefined);
    channel.push({ type: 'finished' });
    await asked;
  });
});
