import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBaseUrl, inBrowser, startScriptedServer } from '../../../support/service.ts';
import { client, collectReply, connectionTo, KEY, neverAborted, QUESTION } from '../connect.ts';
import { FakeClock } from '../fakeClock.ts';
import { createRecordingLog } from '../recorders.ts';

const BROWSER = {
  isBrowser: true,
  proxy: () => undefined,
  isSecurePage: false,
  checksCertificates: () => true,
  isOnline: () => true,
};

/** A browser's `fetch`, which rejects all requests without a reason; `probe` responds to HEAD. */
function opaqueFetch(probe: (stop: AbortSignal) => Promise<Response>) {
  const requests: (readonly [url: string, RequestInit])[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    requests.push([String(url), init]);
    const { signal } = init;
    if (init.method === 'HEAD' && signal) {
      return probe(signal);
    }
    throw new TypeError('Failed to fetch');
  };
  return { fetch, requests };
}

for (const [name, probe, kind] of [
  ['responds', async () => new Response(), 'corsRefused'],
  [
    'does not respond',
    async () => {
      throw new TypeError('Failed to fetch');
    },
    'unreachable',
  ],
] as const) {
  test(`in a browser, an opaque failure is ${kind} if the service ${name} to a probe without key or content`, async () => {
    const { fetch, requests } = opaqueFetch(probe);
    const log = createRecordingLog();
    const chatClient = client({ fetch, log, network: BROWSER, clock: new FakeClock() });
    const { end } = await collectReply(
      chatClient.streamChat(connectionTo('https://api.example/path/api/v1'), QUESTION, neverAborted),
    );
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, kind);
    assert.equal(end.failure.host, 'api.example');
    assert.equal(requests.length, 2);
    const [, [url, init] = []] = requests;
    assert.equal(url, 'https://api.example/');
    assert.deepEqual(
      [init?.method, init?.mode, init?.credentials, init?.headers, init?.body],
      ['HEAD', 'no-cors', 'omit', undefined, undefined],
    );
    assert.deepEqual(log.ends(), [kind]);
    assert.equal(log.notes.length, 1);
    assert.ok(!JSON.stringify(requests[1]).includes(KEY));
  });
}

test('a service whose responses could be read before is not probed', async () => {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    requests.push(String(url));
    if (requests.length === 1) {
      return new Response('{"data":[]}');
    }
    throw new TypeError('Failed to fetch');
  };
  const chatClient = client({ fetch, network: BROWSER });
  const connection = connectionTo('https://api.example/api/v1');
  await chatClient.listModels(connection, neverAborted);
  const { end } = await collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
  assert.equal(end?.type === 'failed' && end.failure.kind, 'unreachable');
  assert.deepEqual(requests, ['https://api.example/api/v1/models', 'https://api.example/api/v1/chat']);
});

test('a probe without a response times out', async () => {
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

test('nothing is probed if the platform knows that it is offline', async () => {
  const { fetch, requests } = opaqueFetch(async () => new Response());
  const chatClient = client({ fetch, network: { ...BROWSER, isOnline: () => false } });
  const list = await chatClient.listModels(connectionTo('https://api.example/api/v1'), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, 'offline');
  assert.equal(requests.length, 1);
});

test('a secure page sends requests over http only to a loopback host', async () => {
  const { fetch, requests } = opaqueFetch(async () => new Response());
  const chatClient = client({ fetch, network: { ...BROWSER, isSecurePage: true } });
  const plain = {
    endpoint: { baseUrl: 'http://api.example/api/v1', origin: 'http://api.example' },
    apiKey: KEY,
  };
  const list = await chatClient.listModels(plain, neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, 'mixedContent');
  assert.equal(requests.length, 0);
  await chatClient.listModels(connectionTo('http://127.0.0.1:8080/api/v1'), neverAborted);
  assert.equal(requests.length, 2);
});

test('nothing is probed if the platform gives a reason', async () => {
  const log = createRecordingLog();
  const list = await client({ log }).listModels(connectionTo(await closedBaseUrl()), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, inBrowser ? 'unreachable' : 'refused');
  assert.equal(log.notes.length, inBrowser ? 1 : 0);
});

test('a real browser reports corsRefused for a service without CORS', async (t) => {
  const server = await startScriptedServer([
    [{ head: 200, headers: { 'access-control-allow-origin': 'https://other.example' } }],
  ]);
  t.after(() => server.close());
  const list = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.equal(list.ok ? '' : list.failure.kind, inBrowser ? 'corsRefused' : 'emptyReply');
});
