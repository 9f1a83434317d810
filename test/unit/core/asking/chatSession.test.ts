import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import { ReplyFacts } from '../../../../src/core/asking/replyFacts.ts';
import type { AssistantTurn } from '../../../../src/core/conversation/conversation.ts';
import { committed } from '../../../support/committed.ts';
import { attachment, Channel, record, said } from '../support.ts';

const QUESTION = committed({ text: 'Why?', attachments: [], model: 'assistant-haiku' });

/** A reply that the service refuses for five minutes. */
async function* refused(): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'failed', failure: { kind: 'rateLimited', retryAfterSeconds: 300 } };
}

function lastReply(turns: readonly unknown[]): AssistantTurn {
  return turns.at(-1) as AssistantTurn;
}

describe('ChatSession', () => {
  it('adds the question and the reply, and applies its events in order', async () => {
    const { session, events } = record(said('Be', 'cause'));
    await session.ask(QUESTION);
    assert.deepEqual(events, [
      'added user',
      'added assistant',
      'changed streaming',
      'text Be',
      'text cause',
      'changed streaming',
      'changed finished',
    ]);
    const reply = lastReply(session.conversation.turns);
    assert.equal(reply.text, 'Because');
    assert.equal(reply.status, 'finished');
    assert.deepEqual(reply.usage, { inputTokens: 10, outputTokens: 2 });
  });

  it('sends the earlier turns with their attachments along with a follow-up question', async () => {
    const { session, requests } = record(said('Because'), said('Yes'));
    await session.ask({ ...QUESTION, attachments: [attachment()] });
    await session.ask({ ...QUESTION, text: 'Sure?', maxTokens: 50 });
    assert.deepEqual(
      requests[1]?.messages.map((message) => message.role),
      ['user', 'assistant', 'user'],
    );
    assert.match(requests[1]?.messages[0]?.content ?? '', /src\/duration\.ts.*return 1;.*Why\?$/s);
    assert.equal(requests[1]?.messages[1]?.content, 'Because');
    assert.equal(requests[1]?.maxTokens, 50);
    assert.equal('maxTokens' in (requests[0] ?? {}), false);
  });

  it('takes one question at a time', async () => {
    const channel = new Channel();
    const { session, requests } = record(channel.events());
    const first = session.ask(QUESTION);
    await session.ask({ ...QUESTION, text: 'And?' });
    assert.equal(requests.length, 1);
    assert.equal(session.conversation.turns.length, 2);
    channel.push({ type: 'finished' });
    await first;
    assert.equal(session.isRunning, false);
  });

  it('prepares requests one after the other; stop ends all at once, and a later one works again', async () => {
    const { session } = record(said());
    const log: string[] = [];
    const note = (name: string) => session.preparations.run(async () => void log.push(name), undefined);
    const hanging = session.preparations.run(async () => {
      log.push('first');
      return new Promise<string>(() => undefined);
    }, 'stopped');
    const second = session.preparations.run(async () => 'second', 'stopped');
    assert.equal(session.isPreparing, true);
    assert.equal(session.isUntouched, false);
    await Promise.resolve();
    session.stop();
    assert.deepEqual(await Promise.all([hanging, second]), ['stopped', 'stopped']);
    assert.equal(session.isPreparing, false);
    assert.equal(session.isUntouched, true);
    await Promise.all([note('third'), note('fourth')]);
    assert.deepEqual(log, ['first', 'third', 'fourth']);
  });

  it('aborts the request on stop and keeps the text so far', async () => {
    const channel = new Channel();
    const { session, signals } = record(channel.events());
    const asking = session.ask(QUESTION);
    channel.push({ type: 'text', text: 'Half' });
    session.stop();
    assert.equal(signals[0]?.aborted, true);
    channel.push({ type: 'stopped' });
    await asking;
    const reply = lastReply(session.conversation.turns);
    assert.equal(reply.status, 'stopped');
    assert.equal(reply.text, 'Half');
  });

  it('ends a stream without a final event as failed', async () => {
    const channel = new Channel();
    const { session } = record(channel.events());
    const asking = session.ask(QUESTION);
    channel.push({ type: 'text', text: 'Half' });
    channel.close();
    await asking;
    const reply = lastReply(session.conversation.turns);
    assert.equal(reply.status, 'failed');
    assert.equal(reply.failure?.kind, 'connectionLost');
    assert.equal(reply.text, 'Half');
    assert.equal(session.isRunning, false);
  });

  it('ignores events after the final one', async () => {
    const channel = new Channel();
    const { session } = record(channel.events());
    const asking = session.ask(QUESTION);
    channel.push({ type: 'text', text: 'All' }, { type: 'cutAtLimit' }, { type: 'text', text: ' more' });
    channel.push({ type: 'failed', failure: { kind: 'serverError' } });
    channel.close();
    await asking;
    const reply = lastReply(session.conversation.turns);
    assert.equal(reply.status, 'cutAtLimit');
    assert.equal(reply.text, 'All');
  });

  it('ends a reply that throws as failed', async () => {
    const broken: AsyncIterable<ReplyEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    };
    const { session } = record(broken);
    await session.ask(QUESTION);
    const reply = lastReply(session.conversation.turns);
    assert.equal(reply.status, 'failed');
    assert.match(reply.failure?.detail ?? '', /broken/);
  });

  it('goes on if its listener throws, and the error is unhandled later', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const session = new ChatSession(
      {
        fetchReply: () => said('Be', 'cause'),
        now: () => 1,
        monotonic: () => 1,
        newId: () => crypto.randomUUID(),
      },
      () => {
        throw new Error('broken');
      },
    );
    await session.ask(QUESTION);
    const { status, text, failure } = lastReply(session.conversation.turns);
    assert.deepEqual([status, text, failure], ['finished', 'Because', undefined]);
    assert.throws(() => t.mock.timers.tick(1), /broken/);
  });

  it('replaces the last reply on a retry, with the model chosen since', async () => {
    const failed: ReplyEvent = { type: 'failed', failure: { kind: 'serverError', status: 500 } };
    const channel = new Channel();
    channel.push(failed);
    const { session, requests } = record(channel.events(), said('Because'));
    await session.ask(QUESTION);
    await session.retry(
      session.conversation.turns.at(-1)?.id ?? '',
      committed({ model: 'assistant-opus-5' }),
    );
    assert.deepEqual(
      session.conversation.turns.map((turn) => turn.text),
      ['Why?', 'Because'],
    );
    assert.deepEqual(requests[1]?.messages, [{ role: 'user', content: 'Why?' }]);
    assert.equal(requests[1]?.model, 'assistant-opus-5');
  });

  it('turns off streaming with a retry only for the service whose stream could not be read', async () => {
    const unread = { layout: 'lines' as const, shape: '{a: string 9}', start: '{"a":"UNREADABLE"}' };
    for (const [kind, other, expected] of [
      ['unreadableStream', QUESTION, true],
      ['unreadableStream', { ...QUESTION, service: 'another' }, undefined],
      ['damaged', QUESTION, undefined],
    ] as const) {
      const channel = new Channel();
      channel.push({ type: 'failed', failure: { kind }, unread });
      const { session, requests } = record(channel.events(), said('Yes'));
      await session.ask(QUESTION);
      const failed = lastReply(session.conversation.turns);
      assert.deepEqual(session.facts.of(failed).unread, unread);
      assert.ok(!JSON.stringify(session.conversation).includes('UNREADABLE'), 'it is in no turn');
      await session.retry(failed.id, other, 'withoutStreaming');
      assert.equal(requests[1]?.turnsOffStreaming, expected);
    }
  });

  it('waits with a retry as long as the service asked, however often the clock is set meanwhile', async () => {
    for (const setBy of [0, 3_600_000, -3_600_000]) {
      const { session, requests, clock } = record(refused(), said('Yes'));
      await session.ask(QUESTION);
      clock.monotonic += 30_000;
      clock.now += 30_000 + setBy;
      await session.retry(lastReply(session.conversation.turns).id, QUESTION, 'whenAllowed');
      assert.deepEqual(
        requests.map(({ waitMs }) => waitMs),
        [undefined, 270_000],
      );
    }
  });

  it('waits with a retry of a reply from before a reload at most as long as the service asked', async () => {
    for (const [passed, waitMs] of [
      [30_000, 270_000],
      [-3_600_000, 300_000],
      [3_600_000, 0],
    ] as const) {
      const { session } = record(refused());
      await session.ask(QUESTION);
      const reply = lastReply(session.conversation.turns);
      const facts = new ReplyFacts({ now: () => (reply.endedAt ?? 0) + passed, monotonic: () => 0 });
      assert.equal(facts.retryAfterMs(reply), waitMs);
    }
  });

  it('measures how long a reply takes by the monotonic clock', async () => {
    const channel = new Channel();
    const { session, clock } = record(channel.events());
    const asked = session.ask(QUESTION);
    const elapsed = (): unknown => session.facts.elapsedMs(lastReply(session.conversation.turns));
    clock.monotonic += 4000;
    clock.now -= 3_600_000;
    assert.equal(elapsed(), 4000);
    clock.monotonic += 1000;
    clock.now += 7_200_000;
    channel.push({ type: 'finished' });
    await asked;
    clock.monotonic += 9000;
    assert.equal(elapsed(), 5000);
  });

  it('does not retry a reply that is not the last', async () => {
    const { session, requests } = record(said('One'), said('Two'));
    await session.ask(QUESTION);
    const first = session.conversation.turns.at(-1)?.id ?? '';
    await session.ask(QUESTION);
    await session.retry(first, committed({ model: 'assistant-haiku' }));
    assert.equal(requests.length, 2);
    assert.equal(session.conversation.turns.length, 4);
  });

  it('removes a question whose reply is empty, but not one whose reply has text', async () => {
    const empty = new Channel();
    empty.push({ type: 'failed', failure: { kind: 'invalidRequest', status: 422 } });
    const { session } = record(empty.events(), said('Because'));
    await session.ask(QUESTION);
    assert.equal(session.removeUnanswered(session.conversation.turns.at(-1)?.id ?? '')?.text, 'Why?');
    assert.equal(session.conversation.turns.length, 0);
    await session.ask(QUESTION);
    assert.equal(session.removeUnanswered(session.conversation.turns.at(-1)?.id ?? ''), undefined);
    assert.equal(session.conversation.turns.length, 2);
  });

  it('deletes a question with its reply and restores both in their place', async () => {
    const { session, requests } = record(said('One'), said('Two'), said('Three'));
    const texts = () => session.conversation.turns.map(({ text }) => text);
    for (const text of ['First?', 'Second?']) {
      await session.ask({ ...QUESTION, text });
    }
    const undo = session.remove(session.conversation.turns[1]?.id ?? '');
    const undoLast = session.remove(session.conversation.turns[0]?.id ?? '');
    assert.deepEqual(texts(), []);
    await session.ask({ ...QUESTION, text: 'Third?' });
    assert.deepEqual(requests[2]?.messages, [{ role: 'user', content: 'Third?' }]);
    undoLast?.();
    undo?.();
    assert.deepEqual(texts(), ['First?', 'One', 'Second?', 'Two', 'Third?', 'Three']);
  });

  it('does not delete a question while its reply is running', async () => {
    const channel = new Channel();
    const { session } = record(channel.events());
    const asking = session.ask(QUESTION);
    assert.equal(session.remove(session.conversation.turns[0]?.id ?? ''), undefined);
    channel.push({ type: 'finished' });
    await asking;
    assert.equal(session.conversation.turns.length, 2);
  });
});
