import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatClientDeps } from '../../../../src/client/chatClient.ts';
import { createPacer } from '../../../../src/client/pacing/pacer.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { type Script, type Step, startScriptedServer } from '../../../support/service.ts';
import {
  client,
  collectReply,
  connectionTo,
  NO_TIMEOUTS,
  neverAborted,
  QUESTION,
  withoutSending,
} from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const HELLO: readonly Step[] = [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }];

interface DelayCase {
  name: string;
  script: Script;
  /** Number of requests received by the service before the stop. */
  requests: number;
  waitMs?: number;
  /** Whether the rate limit window is full. */
  isFull?: boolean;
}

const DELAY_CASES: readonly DelayCase[] = [
  { name: 'in the wait before a retry', script: [[{ head: 429 }], HELLO], requests: 1 },
  {
    name: 'in a wait before the first request',
    script: [HELLO],
    requests: 0,
    waitMs: 60_000,
  },
  { name: 'in the wait for the rate limit', script: [HELLO], requests: 1, isFull: true },
];

for (const { name, script, requests, waitMs = 0, isFull = false } of DELAY_CASES) {
  test(`a stop ${name} ends the reply immediately, and nothing more is sent`, async (t) => {
    const server = await startScriptedServer(script);
    t.after(() => server.close());
    const connection = connectionTo(server.baseUrl);
    const clock = new FakeClock();
    const log = createRecordingLog();
    const deps: Partial<ChatClientDeps> = {
      clock,
      log,
      limits: () => NO_TIMEOUTS,
      ...(isFull && { pacer: createPacer({ clock, limit: 1, windowMs: 60_000 }) }),
    };
    const chatClient = client(deps);
    if (isFull) {
      await collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
    }
    const controller = new AbortController();
    const events: ReplyEvent[] = [];
    for await (const event of withoutSending(
      chatClient.streamChat(connection, QUESTION, controller.signal, { waitMs }),
    )) {
      events.push(event);
      controller.abort();
    }
    assert.deepEqual(
      events.map(({ type }) => type),
      ['waiting', 'stopped'],
    );
    assert.equal(clock.timerCount, 0, 'no timer is left');
    await clock.advance(3_600_000);
    assert.equal((await server.requests()).length, requests);
    assert.equal(log.requests.length, requests);
  });
}

test('a request is sent only after the consumer has handled its sending event, and not if stopped then', async () => {
  for (const stopsAt of ['sending', 'started'] as const) {
    const controller = new AbortController();
    const seen: string[] = [];
    const fetch = async () => {
      seen.push('left');
      return new Response('{"content":[{"type":"text","text":"Hello"}]}');
    };
    const connection = connectionTo('https://api.example/api/v1');
    for await (const { type } of client({ fetch }).streamChat(connection, QUESTION, controller.signal)) {
      await new Promise((resolve) => setTimeout(resolve));
      seen.push(type);
      if (type === stopsAt) {
        controller.abort();
      }
    }
    assert.deepEqual(
      seen,
      stopsAt === 'sending' ? ['sending', 'withheld', 'stopped'] : ['sending', 'left', 'started', 'stopped'],
    );
  }
});

test('leaving the loop while a request is delayed sends nothing more', async (t) => {
  const server = await startScriptedServer([[{ head: 429 }], HELLO]);
  t.after(() => server.close());
  const clock = new FakeClock();
  const chatClient = client({ clock, limits: () => NO_TIMEOUTS });
  for await (const event of withoutSending(
    chatClient.streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  )) {
    assert.equal(event.type, 'waiting');
    break;
  }
  await clock.advance(3_600_000);
  assert.equal(clock.timerCount, 0);
  assert.equal((await server.requests()).length, 1);
});

test('a question right after a stop receives nothing of the old reply', async (t) => {
  const delta = (text: string) =>
    `data: {"type":"content_block_delta","delta":{"text":${JSON.stringify(text)}}}\n\n`;
  const server = await startScriptedServer([
    [{ head: 200 }, { send: delta('old') }, { waitFor: 'the stop' }, { send: delta('late') }, { hang: true }],
    [{ head: 200 }, { send: `${delta('new')}data: {"type":"message_stop"}\n\n` }],
  ]);
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  const log = createRecordingLog();
  const chatClient = client({ log });
  const controller = new AbortController();
  let second: ReturnType<typeof collectReply> | undefined;
  const oldEvents: ReplyEvent[] = [];
  for await (const event of withoutSending(chatClient.streamChat(connection, QUESTION, controller.signal))) {
    oldEvents.push(event);
    if (event.type === 'text') {
      controller.abort();
      controller.abort();
      second = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
      await server.release('the stop');
    }
  }
  assert.deepEqual(oldEvents, [{ type: 'started' }, { type: 'text', text: 'old' }, { type: 'stopped' }]);
  assert.equal((await second)?.text, 'new');
  assert.deepEqual((await second)?.end, { type: 'finished' });
  await server.whenClosedEarly(0);
  assert.deepEqual(log.ends().sort(), ['ok', 'stopped']);
  assert.equal((await server.requests()).length, 2);
});

test('events queued before a stop are not delivered after it', async (t) => {
  const server = await startScriptedServer([[{ head: 429 }], [{ hang: true }]]);
  t.after(() => server.close());
  const clock = new FakeClock();
  const chatClient = client({ clock, limits: () => NO_TIMEOUTS });
  const controller = new AbortController();
  const events: ReplyEvent[] = [];
  for await (const event of withoutSending(
    chatClient.streamChat(connectionTo(server.baseUrl), QUESTION, controller.signal),
  )) {
    events.push(event);
    if (events.length === 1) {
      await clock.advance(1);
      await server.whenRequests(2);
      controller.abort();
    }
  }
  assert.deepEqual(
    events.map(({ type }) => type),
    ['waiting', 'stopped'],
  );
});

test('a stop ends the reply even if fetch ignores the signal', async () => {
  for (const phase of ['head', 'body']) {
    const controller = new AbortController();
    const waitForEver = (): Promise<never> => {
      controller.abort();
      return new Promise(ignore);
    };
    const fetch = async () =>
      phase === 'head'
        ? waitForEver()
        : new Response(new ReadableStream({ pull: waitForEver }, { highWaterMark: 0 }));
    const reply = collectReply(
      client({ fetch }).streamChat(connectionTo('https://api.example/api/v1'), QUESTION, controller.signal),
    );
    assert.deepEqual((await reply).events, [{ type: 'stopped' }]);
  }
});

function ignore(): void {}
