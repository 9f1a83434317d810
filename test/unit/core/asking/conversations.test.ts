import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { Conversations } from '../../../../src/core/asking/conversations.ts';
import { titleOf } from '../../../../src/core/conversation/conversation.ts';
import { forkAfter, forkBefore } from '../../../../src/core/conversation/exchange.ts';
import type { History } from '../../../../src/core/history/history.ts';
import { committed } from '../../../support/committed.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { question } from '../history/changes.ts';
import { by, recordsOf, stored } from '../history/stored.ts';
import { Channel, inWords, said } from '../support.ts';

const QUESTION = committed({ text: 'Why?', attachments: [], model: 'assistant-haiku' });

interface Recorded {
  conversations: Conversations;
  /** Labels of the events of the current conversation. */
  events: string[];
  /** The same, with `changed` events. */
  all: string[];
  signals: AbortSignal[];
  newId: () => string;
}

/** Conversations with scripted replies: the n-th request gets the n-th reply. */
function record(...replies: AsyncIterable<ReplyEvent>[]): Recorded {
  return recordWith(NO_HISTORY, replies);
}

function recordWith(history: History, replies: readonly AsyncIterable<ReplyEvent>[] = []): Recorded {
  const events: string[] = [];
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
    monotonic: () => ids,
    newId,
    history,
    workspace: () => undefined,
    redactor: async () => (text) => text,
  });
  conversations.onEvent((event) => {
    if (event.type !== 'changed') {
      events.push(inWords(event));
    }
    all.push(event.type === 'changed' ? 'changed' : inWords(event));
  });
  return { conversations, events, all, signals, newId };
}

async function* fails(): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'failed', failure: { kind: 'modelNotFound' } };
}

/** Waits for a condition that becomes true without a timer. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await Promise.resolve();
  }
}

function texts({ conversations }: Recorded): string[] {
  return conversations.current.conversation.turns.map(({ text }) => text);
}

describe('Conversations', () => {
  it('continues a reply in the background and adds none of it to the conversation that is shown', async () => {
    const channel = new Channel();
    const recorded = record(channel.events(), said('New'));
    const { conversations, events, signals } = recorded;
    const first = conversations.current;
    const oldReply = first.ask(QUESTION);
    channel.push({ type: 'text', text: 'Old' });
    conversations.startNew();
    const newReply = conversations.current.ask({ ...QUESTION, text: 'Next?' });
    assert.equal(conversations.isAnyFetching, true);
    channel.push({ type: 'text', text: ' and late' }, { type: 'finished' });
    await Promise.all([oldReply, newReply]);
    assert.equal(signals[0]?.aborted, false);
    assert.equal(conversations.isAnyFetching, false);
    assert.deepEqual(texts(recorded), ['Next?', 'New']);
    assert.equal(events.includes('text  and late'), false);
    await conversations.show(first.conversation.id);
    assert.deepEqual(texts(recorded), ['Why?', 'Old and late']);
    assert.equal(events.at(-1), 'shown');
  });

  it('fires all events of the current conversation, and only `changed` for the others', async () => {
    const channel = new Channel();
    const { conversations, all } = record(channel.events());
    // Called right after each `changed` event, and only then.
    conversations.onChanged(() => all.push('listener'));
    const { current } = conversations;
    const asking = current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Old' });
    await until(() => all.includes('changed streaming'));
    const each = ['added user', 'changed', 'listener', 'added assistant', 'changed', 'listener'];
    assert.deepEqual(all.splice(0), [...each, 'text Old', 'changed streaming', 'changed', 'listener']);
    conversations.startNew();
    assert.deepEqual(all.splice(0), ['shown', 'changed', 'listener']);
    channel.push({ type: 'text', text: ' and late' }, { type: 'finished' });
    await asking;
    assert.deepEqual(all, ['changed', 'listener']);
    assert.equal(current.conversation.turns[1]?.text, 'Old and late');
  });

  it('fires one `changed` event for a conversation from the history, however many turns it has', async () => {
    const turns = Array.from({ length: 100 }, (_, index) =>
      question(`turn${index}`, index === 0 ? null : `turn${index - 1}`),
    );
    const read = stored(recordsOf(...by('earlier', turns)));
    const { conversations, all } = recordWith({ ...NO_HISTORY, open: async () => read });
    await conversations.show('a');
    assert.equal(conversations.current.conversation.turns.length, 100);
    assert.deepEqual(all, ['shown', 'changed']);
  });

  it('keeps the model of a conversation for its copies, whose title says so, and leaves a new one the default', async () => {
    const { conversations } = record(said('One'), said('Two'));
    conversations.current.chooseModel('assistant-fable-5');
    await conversations.current.ask(QUESTION);
    const { id, turns } = conversations.current.conversation;
    conversations.startNew();
    assert.equal(conversations.current.conversation.model, undefined);
    await conversations.duplicate(id, 'copy');
    assert.equal(conversations.current.conversation.title, `${titleOf({ turns })} (copy)`);
    assert.equal(conversations.current.conversation.model, 'assistant-fable-5');
  });

  it('keeps the model that first replied in it, and not one that could not', async () => {
    const { conversations } = record(fails(), said('One'), said('Two'));
    const { current } = conversations;
    await current.ask({ ...QUESTION, model: 'misspelled' });
    assert.equal(current.conversation.model, undefined);
    await current.ask(QUESTION);
    await current.ask({ ...QUESTION, model: 'assistant-opus' });
    assert.equal(current.conversation.model, QUESTION.model);
  });

  it('keeps an empty conversation instead of starting another, so that a question sent to it is not lost', async () => {
    const { conversations } = record(said('One'));
    const { id } = conversations.current.conversation;
    conversations.startNew();
    assert.equal(conversations.current.conversation.id, id);
    await conversations.current.ask(QUESTION);
    conversations.startNew();
    assert.notEqual(conversations.current.conversation.id, id);
  });

  it('lists conversations with the most recent first, without empty ones', async () => {
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

  it('stops the reply of a deleted conversation, and restores the text so far', async () => {
    const channel = new Channel();
    const recorded = record(channel.events());
    const { conversations, signals } = recorded;
    const { id } = conversations.current.conversation;
    const asking = conversations.current.ask(QUESTION);
    channel.push({ type: 'text', text: 'Half' });
    await until(() => texts(recorded).includes('Half'));
    const undo = conversations.remove(id);
    assert.equal(signals[0]?.aborted, true);
    channel.push({ type: 'stopped' });
    await asking;
    assert.deepEqual(texts(recorded), []);
    assert.equal(conversations.loaded.length, 0);
    undo();
    undo();
    assert.deepEqual(texts(recorded), ['Why?', 'Half']);
    assert.equal(conversations.loaded.length, 1);
  });

  it('fires one `changed` event when all are deleted, and one when that is undone', () => {
    const written: string[] = [];
    const write = async (id: string): Promise<void> => void written.push(id);
    const { conversations, all } = recordWith({ ...NO_HISTORY, write });
    const undo = conversations.remove(['a', 'b', 'c']);
    assert.deepEqual([all.splice(0), written.splice(0)], [['changed'], ['a', 'b', 'c']]);
    undo();
    assert.deepEqual([all, written], [['changed'], ['a', 'b', 'c']]);
  });

  it('restores a conversation without replacing one started since', async () => {
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

  it('has the turns up to the end of an exchange with new ids, and leaves the original unchanged', async () => {
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

  it('before a question has the turns before it', async () => {
    const { conversations, newId } = await twoExchanges();
    const { turns } = conversations.current.conversation;
    const before = (index: number) =>
      forkBefore({ turns }, turns[index]?.id ?? '', newId)?.map(({ text }) => text);
    assert.deepEqual(before(2), ['First?', 'One']);
    assert.deepEqual(before(3), ['First?', 'One']);
    assert.deepEqual(before(0), []);
    assert.equal(forkBefore({ turns }, 'nowhere', newId), undefined);
  });

  it('that was not used is removed when another conversation is shown', async () => {
    const { conversations, newId } = await twoExchanges();
    const { id, turns } = conversations.current.conversation;
    conversations.createAndShow({ turns: forkAfter({ turns }, turns[0]?.id ?? '', newId) ?? [] });
    await conversations.show(id);
    assert.equal(conversations.loaded.length, 1);
  });

  it('is not created while the reply is running', async () => {
    const channel = new Channel();
    const { conversations, newId } = record(channel.events());
    const asking = conversations.current.ask(QUESTION);
    const { turns } = conversations.current.conversation;
    assert.equal(forkAfter({ turns }, turns[0]?.id ?? '', newId), undefined);
    channel.push({ type: 'finished' });
    await asking;
  });
});
