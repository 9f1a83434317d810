import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBaseUrl, inBrowser, startScriptedServer } from '../../../support/service.ts';
import { client, connectionTo, KEY, neverAborted, QUESTION, collectReply } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const BROWSER = { isBrowser: true, isSecurePage: false, isOnline: () => true };

/** A `fetch` of a browser that calls neither the one nor the other by its name. */
function opaqueFetch(probe: (stop: AbortSignal) => Promise<Response>) {
  const asked: (readonly [url: string, RequestInit])[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push([String(url), init]);
    const { signal } = init;
    if (init.method === 'HEAD' && signal) {
      return probe(signal);
    }
    throw new TypeError('Failed to fetch');
  };
  return { fetch, asked };
}

for (const [name, probe, kind] of [
  ['answers', async () => new Response(), 'corsRefused'],
  [
    'does not answer',
    async () => {
      throw new TypeError('Failed to fetch');
    },
    'unreachable',
  ],
] as const) {
  test(`in a browser, a failure at a service that ${name} is ${kind}, found out without key and content`, async () => {
    const { fetch, asked } = opaqueFetch(probe);
    const log = createRecordingLog();
    const chatClient = client({ fetch, log, network: BROWSER, clock: new FakeClock() });
    const { end } = await collectReply(
      chatClient.streamChat(connectionTo('https://api.example/path/api/v1'), QUESTION, neverAborted),
    );
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, kind);
    assert.equal(end.failure.host, 'api.example');
    assert.equal(asked.length, 2);
    const [, [url, init] = []] = asked;
    assert.equal(url, 'https://api.example/');
    assert.deepEqual(
      [init?.method, init?.mode, init?.credentials, init?.headers, init?.body],
      ['HEAD', 'no-cors', 'omit', undefined, undefined],
    );
    assert.deepEqual(log.ends(), [kind]);
    assert.equal(log.notes.length, 1);
    assert.ok(!JSON.stringify(asked[1]).includes(KEY));
  });
}

test('a service whose answers could be read before is not asked whether it allows that', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(String(url));
    if (asked.length === 1) {
      return new Response('{"data":[]}');
    }
    throw new TypeError('Failed to fetch');
  };
  const chatClient = client({ fetch, network: BROWSER });
  const connection = connectionTo('https://api.example/api/v1');
  await chatClient.listModels(connection, neverAborted);
  const { end } = await collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  assert.equal(end?.type === 'failed' && end.failure.kind, 'unreachable');
  assert.deepEqual(asked, ['https://api.example/api/v1/models', 'https://api.example/api/v1/chat']);
});

test('a service that does not answer the question whether it is there is given up', async () => {
  const clock = new FakeClock();
  const { fetch } = opaqueFetch(
    (stop) =>
      new Promise((_, reject) => {
        stop.addEventListener('abort', () => reject(stop.reason));
      }),
  );
  const reply = collectReply(
    client({ fetch, network: BROWSER, clock }).streamChat(
      connectionTo('https://api.example/api/v1'),
      QUESTION,
      neverAborted,
    ),
  );
  await clock.advanceUntil(reply);
  const { end } = await reply;
  assert.equal(end?.type === 'failed' && end.failure.kind, 'unreachable');
  assert.ok(clock.monotonic() <= 6000);
  assert.equal(clock.timerCount, 0);
});

test('where the platform knows that there is no network, nothing is asked after the failure', async () => {
  const { fetch, asked } = opaqueFetch(async () => new Response());
  const chatClient = client({ fetch, network: { ...BROWSER, isOnline: () => false } });
  const list = await chatClient.listModels(connectionTo('https://api.example/api/v1'), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, 'offline');
  assert.equal(asked.length, 1);
});

test('a secure page sends nothing to an address without TLS, but to this machine it may', async () => {
  const { fetch, asked } = opaqueFetch(async () => new Response());
  const chatClient = client({ fetch, network: { ...BROWSER, isSecurePage: true } });
  const plain = {
    endpoint: { baseUrl: 'http://api.example/api/v1', origin: 'http://api.example' },
    apiKey: KEY,
  };
  const list = await chatClient.listModels(plain, neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, 'mixedContent');
  assert.equal(asked.length, 0);
  await chatClient.listModels(connectionTo('http://127.0.0.1:1/api/v1'), neverAborted);
  assert.equal(asked.length, 2);
});

test('a platform that tells the reason is not asked for it', async () => {
  const log = createRecordingLog();
  const list = await client({ log }).listModels(connectionTo(await closedBaseUrl()), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, inBrowser ? 'unreachable' : 'refused');
  assert.equal(log.notes.length, inBrowser ? 1 : 0);
});

test('a service that allows no page to read its answers is told apart from one that is down, by a real browser', async (t) => {
  const server = await startScriptedServer([
    [{ head: 200, headers: { 'access-control-allow-origin': 'https://other.example' } }],
  ]);
  t.after(() => server.close());
  const list = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, inBrowser ? 'corsRefused' : 'emptyReply');
});
