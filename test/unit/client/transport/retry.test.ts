import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../../../../src/client/chatClient.ts';
import { createPacer } from '../../../../src/client/pacing/pacer.ts';
import type { ReplyEvent, Wait } from '../../../../src/contract/replyEvent.ts';
import { type Script, type Step, startScriptedServer } from '../../../support/service.ts';
import {
  client,
  collectReply,
  connectionTo,
  FOLLOW_UP,
  NO_TIMEOUTS,
  neverAborted,
  QUESTION,
  withoutSending,
} from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { countingPacer, createRecordingLog } from '../recorders.ts';

const HELLO: readonly Step[] = [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }];
const respondWith = (status: number, headers: Record<string, string> = {}): readonly Step[] => [
  { head: status, headers },
];

interface Case {
  name: string;
  script: Script;
  requests: number;
  /** Kind of the final failure, or `finished`. */
  end: string;
}

/** Other statuses and values of Retry-After: serviceFaults.test.ts. */
const CASES: readonly Case[] = [
  { name: 'a 500', script: [respondWith(500), HELLO], requests: 1, end: 'serverError' },
  { name: 'a 502', script: [respondWith(502), HELLO], requests: 1, end: 'serverError' },
  {
    name: 'a 503 with a short Retry-After',
    script: [respondWith(503, { 'retry-after': '0' }), HELLO],
    requests: 1,
    end: 'serverError',
  },
  { name: 'a 504', script: [respondWith(504), HELLO], requests: 1, end: 'serverError' },
  { name: 'a 429 without Retry-After', script: [respondWith(429), HELLO], requests: 2, end: 'finished' },
  { name: 'a persistent 429', script: [respondWith(429)], requests: 3, end: 'rateLimited' },
  {
    name: 'a 429 with a Retry-After that is too long',
    script: [respondWith(429, { 'retry-after': '3600' }), HELLO],
    requests: 1,
    end: 'rateLimited',
  },
  {
    name: 'a different failure each time',
    script: [respondWith(429), respondWith(429), respondWith(500)],
    requests: 3,
    end: 'serverError',
  },
  { name: 'a 401', script: [respondWith(401), HELLO], requests: 1, end: 'unauthorized' },
];

for (const { name, script, requests, end: expected } of CASES) {
  test(`${name} results in ${requests} requests and ends in ${expected}`, async (t) => {
    const server = await startScriptedServer(script);
    t.after(() => server.close());
    const pacer = countingPacer();
    const log = createRecordingLog();
    const { end, text } = await collectReply(
      client({ pacer, log }).streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
    );
    assert.equal(end?.type === 'failed' ? end.failure.kind : end?.type, expected);
    assert.equal(text, expected === 'finished' ? 'Hello' : '');
    assert.equal((await server.requests()).length, requests);
    assert.equal(pacer.taken, requests, 'every request counts');
    assert.equal(log.requests.length, requests);
    assert.deepEqual(
      log.requests.map(([{ attempt }]) => attempt),
      Array.from({ length: requests }, (_, index) => index + 1),
    );
    assert.equal(end?.type === 'failed' ? end.failure.exchange?.attempt : requests, requests);
    const bodies = (await server.requests()).map(({ body }) => body);
    assert.equal(new Set(bodies).size, 1, 'a retry sends the same body');
  });
}

test('nothing is retried once the body has begun', async (t) => {
  const delta = 'data: {"type":"content_block_delta","delta":{"text":"part"}}\n\n';
  const server = await startScriptedServer([[{ head: 200 }, { send: delta }, { destroy: true }], HELLO]);
  t.after(() => server.close());
  const { end } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  );
  assert.equal(end?.type === 'failed' && end.failure.kind, 'connectionLost');
  assert.equal((await server.requests()).length, 1);
});

test('at most two retries are made per question, not counting fallbacks after a 422', async (t) => {
  const server = await startScriptedServer([
    respondWith(429),
    respondWith(422),
    respondWith(429),
    respondWith(422),
    respondWith(429),
    HELLO,
  ]);
  t.after(() => server.close());
  const { end } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted),
  );
  assert.equal(end?.type === 'failed' && end.failure.kind, 'rateLimited');
  assert.equal((await server.requests()).length, 5);
});

test('the failure and the time of the retry are reported before the retry is sent', async (t) => {
  const server = await startScriptedServer([respondWith(429), HELLO]);
  t.after(() => server.close());
  const clock = new FakeClock();
  const seen: ReplyEvent[] = [];
  const reply = client({ clock, limits: () => NO_TIMEOUTS }).streamChat(
    connectionTo(server.baseUrl),
    QUESTION,
    neverAborted,
  );
  for await (const event of withoutSending(reply)) {
    seen.push(event);
    if (seen.length === 1) {
      assert.equal((await server.requests()).length, 1);
      await clock.advance(1);
    }
  }
  const [first, second] = seen;
  assert.ok(first?.type === 'waiting');
  assert.equal(first.wait?.reason, 'rateLimited');
  assert.equal(first.wait?.failure?.status, 429);
  assert.equal(first.wait?.failure?.exchange?.attempt, 1);
  assert.deepEqual(second, { type: 'waiting' });
});

test('listModels is retried as well, and reports its waits', async (t) => {
  const server = await startScriptedServer([
    respondWith(429),
    [{ head: 200 }, { send: '{"data":[{"id":"a"}]}' }],
  ]);
  t.after(() => server.close());
  const waits: (Wait | undefined)[] = [];
  // On the system clock, a short wait could be over before it is reported.
  const clock = new FakeClock();
  const listing = client({ clock, limits: () => NO_TIMEOUTS }).listModels(
    connectionTo(server.baseUrl),
    neverAborted,
    (wait) => waits.push(wait),
  );
  await clock.advanceUntil(listing);
  assert.ok((await listing).ok);
  assert.deepEqual(
    waits.map((wait) => wait?.reason),
    ['rateLimited', undefined],
  );
});

for (const [name, value, seconds] of [
  ['seconds', '7', 7],
  ['a date', 'Sat, 21 Nov 2026 12:00:07 GMT', 7],
] as const) {
  test(`a Retry-After in ${name} delays the retry and all other requests`, async (t) => {
    const clock = new FakeClock(Date.parse('2026-11-21T12:00:00Z'));
    const exposedHeaders = {
      'access-control-expose-headers': 'retry-after, date',
      date: 'Sat, 21 Nov 2026 12:00:00 GMT',
    };
    const server = await startScriptedServer([
      respondWith(429, { ...exposedHeaders, 'retry-after': value }),
      HELLO,
    ]);
    t.after(() => server.close());
    const pacer = countingPacer();
    let until = 0;
    const reply = (async () => {
      const events: ReplyEvent[] = [];
      for await (const event of client({ clock, pacer, limits: () => NO_TIMEOUTS }).streamChat(
        connectionTo(server.baseUrl),
        QUESTION,
        neverAborted,
      )) {
        until ||= event.type === 'waiting' ? (event.wait?.until ?? 0) : 0;
        events.push(event);
      }
      return events;
    })();
    await clock.advanceUntil(reply);
    assert.equal((await reply).at(-1)?.type, 'finished');
    assert.deepEqual(pacer.blocks, [until]);
    assert.ok(until >= seconds * 1000 && clock.monotonic() >= until);
  });
}

test('after a 429 with a Retry-After that is too long, a question is told at once how long, until it is over', async (t) => {
  const clock = new FakeClock();
  const server = await startScriptedServer([respondWith(429, { 'retry-after': '600' }), HELLO]);
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  const pacer = createPacer({ clock, limit: 60, windowMs: 60_000 });
  const chatClient = client({ clock, pacer, limits: () => NO_TIMEOUTS });
  const ask = () => collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  const { host } = new URL(server.baseUrl);
  const list = await chatClient.listModels(connection, neverAborted);
  assert.equal(list.ok ? 0 : list.failure.retryAfterSeconds, 600);
  for (const seconds of [600, 400, 200, 100]) {
    await clock.advance(1000 * (600 - seconds) - clock.monotonic());
    for (const ms of [0, 500]) {
      await clock.advance(ms);
      const failure = { kind: 'rateLimited', status: 429, host, retryAfterSeconds: seconds };
      assert.deepEqual((await ask()).events, [{ type: 'failed', failure }]);
    }
  }
  assert.equal((await server.requests()).length, 1);
  await clock.advance(1000 * (600 - 30) - clock.monotonic());
  // Asking did not make it longer.
  const last = ask();
  await clock.advanceUntil(last);
  assert.deepEqual((await last).events[0], {
    type: 'waiting',
    wait: { reason: 'rateLimited', until: 600_000 },
  });
  assert.equal((await last).text, 'Hello');
});

test('after a 429 that asks for a day, the service is asked again after an hour, since it may be wrong', async (t) => {
  const clock = new FakeClock();
  const server = await startScriptedServer([respondWith(429, { 'retry-after': '86400' }), HELLO]);
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  const pacer = createPacer({ clock, limit: 60, windowMs: 60_000 });
  const chatClient = client({ clock, pacer, limits: () => NO_TIMEOUTS });
  await chatClient.listModels(connection, neverAborted);
  await clock.advance(60 * 60 * 1000);
  const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  await clock.advanceUntil(reply);
  assert.equal((await reply).text, 'Hello');
});

test('a question delayed by the 429 of another request reports and logs that reason', async (t) => {
  const clock = new FakeClock();
  const log = createRecordingLog();
  const server = await startScriptedServer([HELLO]);
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  const pacer = createPacer({ clock, limit: 60, windowMs: 60_000 });
  const until = 20_000;
  await pacer.blockUntil(connection, until);
  const chatClient = client({ clock, log, pacer, limits: () => NO_TIMEOUTS });
  const reply = collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  await clock.advanceUntil(reply);
  assert.deepEqual((await reply).events.slice(0, 2), [
    { type: 'waiting', wait: { reason: 'rateLimited', until } },
    { type: 'waiting' },
  ]);
  assert.deepEqual(log.waits, ['rateLimited']);
});

test('a question that has to wait is sent only then, whatever the clock is set to, and reports the wait', async (t) => {
  const clock = new FakeClock();
  const server = await startScriptedServer([HELLO]);
  t.after(() => server.close());
  await clock.advance(1000);
  const reply = collectReply(
    client({ clock, limits: () => NO_TIMEOUTS }).streamChat(
      connectionTo(server.baseUrl),
      QUESTION,
      neverAborted,
      { waitMs: 90_000 },
    ),
  );
  await clock.advance(30_000);
  clock.adjust(3_600_000);
  await clock.advance(59_000);
  clock.adjust(-7_200_000);
  assert.equal(await server.connections(), 0);
  await clock.advanceUntil(reply);
  assert.deepEqual((await reply).events.slice(0, 2), [
    { type: 'waiting', wait: { reason: 'rateLimited', until: 91_000 } },
    { type: 'waiting' },
  ]);
  assert.equal((await reply).text, 'Hello');
});

interface ConnectionChange {
  name: string;
  /** The connection when the wait is over. */
  now(before: Connection): Connection | undefined;
  end: string;
}

const CONNECTION_CHANGES: readonly ConnectionChange[] = [
  { name: 'the key was removed', now: () => undefined, end: 'notConnected' },
  { name: 'the key was replaced', now: (before) => ({ ...before, apiKey: 'sk-another' }), end: 'finished' },
  {
    name: 'the key was replaced by one that the request contains',
    now: (before) => ({ ...before, apiKey: 'What' }),
    end: 'connectionChanged',
  },
  {
    name: 'the address was changed',
    now: ({ apiKey }) => connectionTo('https://other.example/api/v1', apiKey),
    end: 'connectionChanged',
  },
];

for (const { name, now, end: expected } of CONNECTION_CHANGES) {
  test(`a question that waits ends in ${expected} if meanwhile ${name}`, async (t) => {
    const clock = new FakeClock();
    const server = await startScriptedServer([respondWith(429), HELLO]);
    t.after(() => server.close());
    const before = connectionTo(server.baseUrl);
    let connection: Connection | undefined = before;
    const reply = (async () => {
      const events: ReplyEvent[] = [];
      for await (const event of client({ clock, limits: () => NO_TIMEOUTS }).streamChat(
        before,
        QUESTION,
        neverAborted,
        { connect: async () => connection },
      )) {
        events.push(event);
        if (event.type === 'waiting') {
          connection = now(before);
        }
      }
      return events;
    })();
    await clock.advanceUntil(reply);
    const end = (await reply).at(-1);
    assert.equal(end?.type === 'failed' ? end.failure.kind : end?.type, expected);
    const keys = (await server.requests()).map(({ headers }) => headers['authorization']);
    const [first] = keys;
    assert.deepEqual(keys, expected === 'finished' ? [first, 'Bearer sk-another'] : [first]);
  });
}

for (const [code, kind, requests] of [
  ['ENOTFOUND', 'hostNotFound', 2],
  ['EAI_AGAIN', 'offline', 3],
  ['ENETUNREACH', 'offline', 3],
  ['ECONNREFUSED', 'refused', 3],
  ['ECONNRESET', 'unreachable', 3],
  ['UND_ERR_SOCKET', 'unreachable', 3],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimedOut', 2],
  ['ETIMEDOUT', 'connectTimedOut', 2],
  ['UND_ERR_HEADERS_TIMEOUT', 'timedOut', 1],
  ['CERT_HAS_EXPIRED', 'certificate', 1],
  ['EPROTO', 'notSecure', 2],
  ['HPE_INVALID_HEADER_TOKEN', 'notAReply', 1],
] as const) {
  test(`a persistent ${code} makes ${requests} requests and fails with ${kind} and the host`, async () => {
    let fetchCount = 0;
    const fetch = async (): Promise<never> => {
      fetchCount++;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('secret'), { code }) });
    };
    const log = createRecordingLog();
    const list = await client({
      fetch,
      log,
      network: {
        isBrowser: false,
        proxy: () => undefined,
        isSecurePage: false,
        checksCertificates: () => true,
        isOnline: () => true,
      },
    }).listModels(connectionTo('https://api.example/api/v1'), neverAborted);
    assert.ok(!list.ok);
    assert.deepEqual([list.failure.kind, list.failure.host], [kind, 'api.example']);
    assert.equal(typeof list.failure.limitSeconds, kind === 'timedOut' ? 'number' : 'undefined');
    assert.equal(fetchCount, requests);
    assert.equal(log.requests.length, requests);
  });
}
