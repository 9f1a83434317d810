import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeLimits } from '../../../../src/client/chatClient.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { type Script, startScriptedServer } from '../../../support/service.ts';
import { client, connectionTo, neverAborted, QUESTION, SHORT_LIMITS, collectReply, replyOf } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const HOUR = 3_600_000;
const LIMITS: TimeLimits = { ...SHORT_LIMITS, responseTimeoutMs: 20_000, idleTimeoutMs: 10_000 };
/** For a clock that is moved while a head is on its way. */
const HEAD_ANY_TIME: TimeLimits = { ...LIMITS, responseTimeoutMs: 1e12 };

const delta = (text: string) =>
  `data: {"type":"content_block_delta","delta":{"text":${JSON.stringify(text)}}}\n\n`;
const STOP = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';

async function serve(
  script: Script,
  t: { after(cleanUp: () => unknown): void },
  limits: TimeLimits = LIMITS,
) {
  const server = await startScriptedServer(script);
  t.after(() => server.close());
  const clock = new FakeClock();
  const log = createRecordingLog();
  return {
    server,
    clock,
    log,
    chatClient: client({ clock, log, limits: () => limits }),
    connection: connectionTo(server.baseUrl),
  };
}

/** Reads on until the end, and does something when the first text has come. */
async function afterText(stream: AsyncIterable<ReplyEvent>, act: () => Promise<void>) {
  const events: ReplyEvent[] = [];
  let acting: Promise<void> | undefined;
  for await (const event of stream) {
    events.push(event);
    if (event.type === 'text') {
      acting ??= act();
    }
  }
  await acting;
  return replyOf(events);
}

test('a head that does not come in time ends the request, which is not repeated, and lets go of it', async (t) => {
  const { server, clock, log, chatClient, connection } = await serve([[{ hang: true }]], t);
  const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  await server.whenRequests(1);
  await clock.advance(19_000);
  assert.deepEqual(log.ends(), []);
  await clock.advance(2000);
  const { end } = await reply;
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'timedOut');
  assert.equal(end.failure.limitSeconds, 20);
  assert.equal(end.failure.exchange?.headMs, undefined);
  assert.deepEqual(log.ends(), ['timedOut']);
  await server.whenClosedEarly(0);
  assert.equal((await server.requests()).length, 1);
  assert.equal(clock.timerCount, 0);
});

for (const monotonicToo of [true, false]) {
  test(`a machine that slept while it waited asks once more (monotonic clock ${monotonicToo ? 'goes on' : 'stands still'} in sleep)`, async (t) => {
    const { server, clock, log, chatClient, connection } = await serve([[{ hang: true }]], t);
    const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
    for (const request of [1, 2]) {
      await server.whenRequests(request);
      await clock.advance(1500);
      clock.sleepMachine(8 * HOUR, monotonicToo);
      await clock.advance(7000);
    }
    const { end } = await reply;
    assert.equal(end?.type === 'failed' && end.failure.kind, 'timedOut');
    assert.deepEqual(log.ends(), ['timedOut', 'timedOut']);
    assert.equal((await server.requests()).length, 2);
  });
}

test('a stream that falls silent keeps its text and is told as stalled, with the limit', async (t) => {
  const { server, clock, log, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: delta('part') }, { hang: true }]],
    t,
  );
  const { text, end } = await afterText(chatClient.streamChat(connection, QUESTION, neverAborted), () =>
    clock.advance(12_000),
  );
  assert.equal(text, 'part');
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'stalled');
  assert.equal(end.failure.limitSeconds, 10);
  assert.equal(end.failure.exchange?.status, 200);
  assert.equal(end.failure.exchange?.receivedBytes, delta('part').length);
  assert.deepEqual(log.ends(), ['stalled']);
  await server.whenClosedEarly(0);
  assert.equal((await server.requests()).length, 1);
});

test('a stream that falls silent after its stop reason is complete', async (t) => {
  const { clock, log, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: delta('all') + STOP }, { hang: true }]],
    t,
  );
  const { text, end } = await afterText(chatClient.streamChat(connection, QUESTION, neverAborted), () =>
    clock.advance(12_000),
  );
  assert.equal(text, 'all');
  assert.deepEqual(end, { type: 'finished' });
  assert.deepEqual(log.ends(), ['ok']);
});

test('a stream that pauses for less than the limit goes on, wherever the clock is set meanwhile', async (t) => {
  const { server, clock, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: delta('one ') }, { waitFor: 'pause' }, { send: delta('two') + STOP }]],
    t,
  );
  const { text, end } = await afterText(chatClient.streamChat(connection, QUESTION, neverAborted), async () => {
    await clock.advance(4000);
    clock.adjust(-6 * HOUR);
    await clock.advance(4000);
    clock.adjust(6 * HOUR);
    await server.release('pause');
  });
  assert.equal(text, 'one two');
  assert.deepEqual(end, { type: 'finished' });
  assert.equal(clock.timerCount, 0, 'nobody watches over a reply that has ended');
});

test('a machine that slept in mid-stream ends the dead stream in seconds, and asks nothing again', async (t) => {
  const { server, clock, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: delta('part') }, { hang: true }]],
    t,
  );
  const { text, end } = await afterText(chatClient.streamChat(connection, QUESTION, neverAborted), async () => {
    await clock.advance(1500);
    clock.sleepMachine(HOUR, false);
    await clock.advance(7000);
  });
  assert.equal(text, 'part');
  assert.equal(end?.type === 'failed' && end.failure.kind, 'stalled');
  assert.equal((await server.requests()).length, 1);
});

test('an error body that falls silent gives the failure that its status names', async (t) => {
  const { clock, log, chatClient, connection } = await serve(
    [[{ head: 400 }, { send: 'Down' }, { hang: true }]],
    t,
    HEAD_ANY_TIME,
  );
  const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  await clock.advanceUntil(reply);
  const { end } = await reply;
  assert.equal(end?.type === 'failed' && end.failure.kind, 'invalidRequest');
  assert.deepEqual(log.ends(), ['invalidRequest']);
});

test('a list that falls silent is told as stalled', async (t) => {
  const { clock, log, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: '{"data":[' }, { hang: true }]],
    t,
    HEAD_ANY_TIME,
  );
  const listing = chatClient.listModels(connection, neverAborted);
  await clock.advanceUntil(listing);
  const list = await listing;
  assert.ok(!list.ok);
  assert.equal(list.failure.kind, 'stalled');
  assert.equal(list.failure.limitSeconds, 10);
  assert.deepEqual(log.ends(), ['stalled']);
});
