import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import type { AssistantTurn, Turn } from '../../../../src/core/conversation/conversation.ts';
import { earlierReplyIds, forkAfter, forkBefore } from '../../../../src/core/conversation/exchange.ts';
import { committed } from '../../../support/committed.ts';
import { Channel, type Recorded, record, said } from '../support.ts';

const QUESTION = committed({ text: 'Why?', attachments: [], model: 'assistant-haiku' });
const OTHER = committed({ model: 'assistant-opus-5' });

function texts(turns: readonly Turn[]): string[] {
  return turns.map(({ text }) => text);
}

function turn({ session }: Recorded, index: number): AssistantTurn {
  return session.conversation.turns.at(index) as AssistantTurn;
}

/** A question with the replies of two models. */
async function compared(...later: Parameters<typeof record>): Promise<Recorded> {
  const recorded = record(said('One'), said('Two'), ...later);
  await recorded.session.ask(QUESTION);
  await recorded.session.compare(turn(recorded, 1).id, OTHER);
  return recorded;
}

describe('comparing two models', () => {
  it('sends the same messages to the second model and adds its reply after the first', async () => {
    const recorded = await compared();
    assert.deepEqual(recorded.requests[1]?.messages, recorded.requests[0]?.messages);
    assert.equal(recorded.requests[1]?.model, 'assistant-opus-5');
    assert.deepEqual(texts(recorded.session.conversation.turns), ['Why?', 'One', 'Two']);
    assert.equal(turn(recorded, 2).alternativeTo, turn(recorded, 1).id);
    assert.equal(recorded.session.comparableReply, undefined);
  });

  it('keeps both replies together when a deleted later question is restored', async () => {
    const recorded = record(said('One'), said('Later'), said('Two'));
    const { session } = recorded;
    await session.ask(QUESTION);
    await session.ask({ ...QUESTION, text: 'And?' });
    const undo = session.remove(turn(recorded, 3).id);
    await session.compare(turn(recorded, 1).id, OTHER);
    undo?.();
    assert.deepEqual(texts(session.conversation.turns), ['Why?', 'One', 'Two', 'And?', 'Later']);
  });

  it('sends the first reply with later questions until one is kept', async () => {
    const recorded = await compared(said('Three'));
    assert.equal(recorded.session.lastReply?.text, 'One');
    await recorded.session.ask({ ...QUESTION, text: 'And?' });
    assert.deepEqual(
      recorded.requests[2]?.messages.map(({ content }) => content),
      ['Why?', 'One', 'And?'],
    );
  });

  it('sends the kept reply with later questions, and can restore the other one', async () => {
    for (const index of [1, 2]) {
      const recorded = await compared(said('Three'));
      const { session, requests } = recorded;
      const chosen = turn(recorded, index);
      const both = session.conversation.turns.slice();
      const undo = session.keepReply(chosen.id);
      assert.deepEqual(texts(session.conversation.turns), ['Why?', chosen.text]);
      assert.equal(turn(recorded, 1).alternativeTo, undefined);
      undo?.();
      assert.deepEqual(session.conversation.turns, both);
      session.keepReply(chosen.id);
      await session.ask({ ...QUESTION, text: 'And?' });
      assert.deepEqual(
        requests[2]?.messages.map(({ content }) => content),
        ['Why?', chosen.text, 'And?'],
      );
    }
  });

  it('keeps no reply while one is running or if there is only one', async () => {
    const channel = new Channel();
    const recorded = record(said('One'), channel.events());
    const { session } = recorded;
    await session.ask(QUESTION);
    assert.equal(session.keepReply(turn(recorded, 1).id), undefined);
    const comparing = session.compare(turn(recorded, 1).id, OTHER);
    assert.equal(session.keepReply(turn(recorded, 1).id), undefined);
    channel.push({ type: 'text', text: 'Two' }, { type: 'finished' });
    await comparing;
    assert.equal(session.conversation.turns.length, 3);
  });

  it('keeps the second reply an alternative when it is retried, next to its earlier form, or continued', async () => {
    const cut = new Channel();
    cut.push({ type: 'text', text: 'Tw' }, { type: 'cutAtLimit' });
    const recorded = record(said('One'), said('Nothing'), cut.events(), said('o'));
    const { session, requests } = recorded;
    await session.ask(QUESTION);
    await session.compare(turn(recorded, 1).id, OTHER);
    await session.retry(turn(recorded, 2).id, OTHER);
    await session.continueReply(turn(recorded, 3).id, OTHER);
    assert.deepEqual(texts(session.conversation.turns), ['Why?', 'One', 'Nothing', 'Two']);
    assert.equal(turn(recorded, 2).alternativeTo, turn(recorded, 3).id);
    assert.equal(turn(recorded, 3).alternativeTo, turn(recorded, 1).id);
    assert.equal(session.lastReply?.text, 'One');
    assert.deepEqual(requests[2]?.messages, requests[0]?.messages);
    assert.deepEqual(
      requests[3]?.messages.slice(0, 2).map(({ content }) => content),
      ['Why?', 'Tw'],
    );
  });

  it('does not remove the question if only the second reply has no text, which can be kept', async () => {
    const failed = new Channel();
    failed.push({ type: 'failed', failure: { kind: 'invalidRequest' } });
    const recorded = record(said('One'), failed.events());
    await recorded.session.ask(QUESTION);
    await recorded.session.compare(turn(recorded, 1).id, OTHER);
    assert.equal(recorded.session.removeUnanswered(turn(recorded, 2).id), undefined);
    assert.equal(recorded.session.conversation.turns.length, 3);
    recorded.session.keepReply(turn(recorded, 2).id);
    assert.deepEqual(texts(recorded.session.conversation.turns), ['Why?', '']);
  });

  it('forks with the chosen reply, or else with the first', async () => {
    const recorded = await compared(said('Three'));
    await recorded.session.ask({ ...QUESTION, text: 'And?' });
    const { turns } = recorded.session.conversation;
    let ids = 0;
    const newId = () => `fork${++ids}`;
    const fork = (index: number) => forkAfter({ turns }, turns[index]?.id ?? '', newId) ?? [];
    assert.deepEqual(texts(fork(0)), ['Why?', 'One']);
    assert.deepEqual(texts(fork(2)), ['Why?', 'Two']);
    assert.equal(
      fork(2).some((one) => 'alternativeTo' in one),
      false,
    );
    assert.deepEqual(texts(fork(4)), ['Why?', 'One', 'And?', 'Three']);
    assert.deepEqual(texts(forkBefore({ turns }, turns[4]?.id ?? '', newId) ?? []), ['Why?', 'One']);
  });
});

async function* failed(): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'failed', failure: { kind: 'serverError', status: 500 } };
}

describe('retrying a reply with text', () => {
  /** A question whose reply was retried twice. */
  async function retried(...later: Parameters<typeof record>): Promise<Recorded> {
    const recorded = record(said('One'), said('Two'), said('Three'), ...later);
    await recorded.session.ask(QUESTION);
    await retryLast(recorded);
    await retryLast(recorded);
    return recorded;
  }

  const retryLast = (recorded: Recorded) => recorded.session.retry(turn(recorded, -1).id, OTHER);

  async function sentWithNext({ session, requests }: Recorded): Promise<unknown> {
    await session.ask({ ...QUESTION, text: 'And?' });
    return requests.at(-1)?.messages.map(({ content }) => content);
  }

  it('keeps each earlier reply as an alternative to the new one, which is sent with later questions', async () => {
    const recorded = await retried(said('Four'));
    assert.deepEqual(texts(recorded.session.conversation.turns), ['Why?', 'One', 'Two', 'Three']);
    const newest = turn(recorded, 3);
    assert.deepEqual(
      [1, 2, 3].map((index) => turn(recorded, index).alternativeTo),
      [newest.id, newest.id, undefined],
    );
    assert.equal(recorded.session.lastReply, newest);
    assert.equal(recorded.session.comparableReply, newest);
    assert.deepEqual(recorded.requests[2]?.messages, recorded.requests[0]?.messages);
    assert.deepEqual(await sentWithNext(recorded), ['Why?', 'Three', 'And?']);
  });

  it('shows the new reply and the changed earlier ones at once', async () => {
    const recorded = record(said('One'), said('Two'));
    await recorded.session.ask(QUESTION);
    const before = recorded.events.length;
    await retryLast(recorded);
    assert.deepEqual(recorded.events.slice(before, before + 2), ['turns changed', 'added assistant']);
  });

  it('can keep an earlier reply instead, and undo that', async () => {
    const recorded = await retried(said('Four'));
    const { session } = recorded;
    const all = session.conversation.turns.slice();
    const undo = session.keepReply(turn(recorded, 2).id);
    assert.deepEqual(texts(session.conversation.turns), ['Why?', 'Two']);
    undo?.();
    assert.deepEqual(session.conversation.turns, all);
    session.keepReply(turn(recorded, 1).id);
    assert.deepEqual(await sentWithNext(recorded), ['Why?', 'One', 'And?']);
  });

  it('continues the conversation with the newest earlier reply if the new one ends without text', async () => {
    const recorded = await retried(failed(), said('Five'));
    await retryLast(recorded);
    assert.deepEqual(texts(recorded.session.conversation.turns), ['Why?', 'One', 'Two', 'Three', '']);
    assert.equal(recorded.session.lastReply?.text, 'Three');
    assert.equal(recorded.session.removeUnanswered(turn(recorded, 0).id), undefined);
    const forked = forkAfter(recorded.session.conversation, turn(recorded, 0).id, () => crypto.randomUUID());
    assert.deepEqual(texts(forked ?? []), ['Why?', 'Three']);
    assert.deepEqual(await sentWithNext(recorded), ['Why?', 'Three', 'And?']);
  });

  it('replaces a new reply without text when that is retried', async () => {
    const recorded = record(said('One'), failed(), said('Two'), said('Three'));
    await recorded.session.ask(QUESTION);
    await retryLast(recorded);
    await retryLast(recorded);
    assert.deepEqual(texts(recorded.session.conversation.turns), ['Why?', 'One', 'Two']);
    assert.equal(turn(recorded, 1).alternativeTo, turn(recorded, 2).id);
    assert.deepEqual(await sentWithNext(recorded), ['Why?', 'Two', 'And?']);
  });

  it('counts the new reply as the one in the conversation from its start', async () => {
    const channel = new Channel();
    const recorded = record(said('One'), channel.events());
    await recorded.session.ask(QUESTION);
    const retrying = retryLast(recorded);
    assert.deepEqual([...earlierReplyIds(recorded.session.conversation.turns)], [turn(recorded, 1).id]);
    channel.push({ type: 'stopped' });
    await retrying;
    assert.equal(earlierReplyIds(recorded.session.conversation.turns).size, 0);
  });
});
