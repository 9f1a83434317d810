import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeLimits } from '../../../../src/client/chatClient.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { type Script, startScriptedServer } from '../../../support/service.ts';
import {
  client,
  collectReply,
  connectionTo,
  NO_TIMEOUTS,
  neverAborted,
  QUESTION,
  replyOf,
  SHORT_LIMITS,
} from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const HOUR_MS = 3_600_000;
const LIMITS: TimeLimits = { ...SHORT_LIMITS, responseTimeoutMs: 20_000, idleTimeoutMs: 10_000 };
/** For tests whose fake clock advances before the response headers arrive. */
const NO_RESPONSE_TIMEOUT: TimeLimits = { ...LIMITS, responseTimeoutMs: 1e12 };

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

/** Reads a reply to its end, and calls `act` at its first text. */
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

test('a request without a response in time fails, is not retried, and is aborted', async (t) => {
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

test('a sleep of the machine, or a blocked process, neither ends nor repeats a request', async (t) => {
  const { server, clock, log, chatClient, connection } = await serve(
    [[{ waitFor: 'response' }, { head: 200 }, { send: delta('part') }, { waitFor: 'rest' }, { send: STOP }]],
    t,
  );
  const reply = afterText(chatClient.streamChat(connection, QUESTION, neverAborted), async () => {
    clock.sleepMachine(8 * HOUR_MS, true);
    await clock.advance(8000);
    await server.release('rest');
  });
  await server.whenRequests(1);
  await clock.advance(1500);
  clock.sleepMachine(8 * HOUR_MS, false);
  clock.sleepMachine(12_000, true);
  await clock.advance(8000);
  await server.release('response');
  const { text, end } = await reply;
  assert.equal(text, 'part');
  assert.deepEqual(end, { type: 'finished' });
  assert.deepEqual(log.ends(), ['ok']);
  assert.equal((await server.requests()).length, 1);
});

test('a stalled stream keeps its text and fails with the exceeded limit', async (t) => {
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

for (const [what, ending, rest] of [
  ['stalls after its stop reason', STOP, [{ hang: true }]],
  ['stalls after its end marker', 'data: [DONE]\n\n', [{ hang: true }]],
  [
    'goes on with keep-alives after its stop reason',
    STOP,
    [{ send: ': alive\n\n' }, { waitFor: 'more' }, { send: ': alive\n\n' }, { hang: true }],
  ],
] as const) {
  test(`a stream that ${what} is complete within seconds`, async (t) => {
    const { server, clock, log, chatClient, connection } = await serve(
      [[{ head: 200 }, { send: delta('all') + ending }, ...rest]],
      t,
    );
    const { text, end } = await afterText(
      chatClient.streamChat(connection, QUESTION, neverAborted),
      async () => {
        await clock.advance(2000);
        await server.release('more');
        await clock.advance(1001);
      },
    );
    assert.equal(text, 'all');
    assert.deepEqual(end, { type: 'finished' });
    assert.deepEqual(log.ends(), ['ok']);
  });
}

test('a stream that pauses for less than the limit continues, even if the clock is set', async (t) => {
  const { server, clock, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: delta('one ') }, { waitFor: 'pause' }, { send: delta('two') + STOP }]],
    t,
  );
  const { text, end } = await afterText(
    chatClient.streamChat(connection, QUESTION, neverAborted),
    async () => {
      await clock.advance(4000);
      clock.adjust(-6 * HOUR_MS);
      await clock.advance(4000);
      clock.adjust(6 * HOUR_MS);
      await server.release('pause');
    },
  );
  assert.equal(text, 'one two');
  assert.deepEqual(end, { type: 'finished' });
  assert.equal(clock.timerCount, 0, 'no timer is left');
});

for (const [status, kind] of [
  [400, 'invalidRequest'],
  [401, 'unauthorized'],
  [429, 'rateLimited'],
  [500, 'serverError'],
] as const) {
  test(`a ${status} whose body does not end is told without the end of the body`, async (t) => {
    const { server, clock, log, chatClient, connection } = await serve(
      [[{ head: status, headers: { 'retry-after': '3600' } }, { send: 'Down' }, { hang: true }]],
      t,
      NO_TIMEOUTS,
    );
    const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
    await clock.advanceUntil(reply);
    const { end } = await reply;
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, kind);
    assert.equal(end.failure.detail, 'Down');
    assert.deepEqual(log.ends(), [kind]);
    assert.equal((await server.requests()).length, 1);
  });
}

test('a list of models that stalls fails with stalled', async (t) => {
  const { clock, log, chatClient, connection } = await serve(
    [[{ head: 200 }, { send: '{"data":[' }, { hang: true }]],
    t,
    NO_RESPONSE_TIMEOUT,
  );
  const listing = chatClient.listModels(connection, neverAborted);
  await clock.advanceUntil(listing);
  const list = await listing;
  assert.ok(!list.ok);
  assert.equal(list.failure.kind, 'stalled');
  assert.equal(list.failure.limitSeconds, 10);
  assert.deepEqual(log.ends(), ['stalled']);
});
