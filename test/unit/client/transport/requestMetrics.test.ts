import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestMetrics } from '../../../../src/contract/requestMetrics.ts';
import { inBrowser, type Script, startScriptedServer } from '../../../support/service.ts';
import { client, collectReply, connectionTo, FOLLOW_UP, KEY, neverAborted, QUESTION } from '../connect.ts';
import { createRecordingLog } from '../recorders.ts';

const HELLO = '{"content":[{"type":"text","text":"Hello"}]}';
const EXPOSE_HEADERS = { 'access-control-expose-headers': '*' };

async function serve(script: Script, t: { after(cleanUp: () => unknown): void }) {
  const server = await startScriptedServer(script);
  t.after(() => server.close());
  const log = createRecordingLog();
  return { server, log, chatClient: client({ log }), connection: connectionTo(server.baseUrl) };
}

test('the metrics of a request match what was sent and received', async (t) => {
  const { server, log, chatClient, connection } = await serve(
    [[{ head: 201, headers: { 'x-request-id': 'req_1', ...EXPOSE_HEADERS } }, { send: HELLO }]],
    t,
  );
  const before = Date.now();
  await collectReply(
    chatClient.streamChat(
      connection,
      { ...QUESTION, messages: [{ role: 'user', content: 'Où ? 🙂' }] },
      neverAborted,
    ),
  );
  const [[metrics, end] = []] = log.requests;
  assert.ok(metrics);
  const [{ body = '' } = {}] = await server.requests();
  const { startedAt, headMs = -1, totalMs, ...rest } = metrics;
  assert.equal(end, 'ok');
  assert.deepEqual(rest, {
    method: 'POST',
    path: '/chat',
    attempt: 1,
    status: 201,
    requestId: 'req_1',
    sentBytes: new TextEncoder().encode(body).length,
    receivedBytes: HELLO.length,
  } satisfies Partial<RequestMetrics>);
  assert.ok(startedAt >= before && startedAt <= Date.now());
  assert.ok(headMs >= 0 && totalMs >= headMs);
});

test('a failure does not contain the key if a certificate does', async () => {
  const cause = Object.assign(new Error(''), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    cert: { subject: { CN: `${KEY}.example` } },
  });
  const chatClient = client({ fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) });
  const { end } = await collectReply(
    chatClient.streamChat(connectionTo('https://api.example/api/v1'), QUESTION, neverAborted),
  );
  assert.ok(end?.type === 'failed' && end.failure.kind === 'certificate');
  assert.match(end.failure.detail ?? '', /is for •••\.example$/);
});

for (const [name, headers, id] of [
  ['x-request-id', { 'x-request-id': 'a' }, 'a'],
  ['request-id', { 'request-id': 'b' }, 'b'],
  ['x-amzn-requestid', { 'x-amzn-requestid': 'c' }, 'c'],
  ['several headers', { 'x-amzn-requestid': 'c', 'x-request-id': 'a' }, 'a'],
  ['a very long id', { 'x-request-id': 'x'.repeat(500) }, 'x'.repeat(100)],
  ['an id with the key', { 'x-request-id': KEY }, '•••'],
  ['no header', {}, undefined],
] as const) {
  test(`the request id from ${name} is ${id?.slice(0, 10)}`, async (t) => {
    const { log, chatClient, connection } = await serve(
      [[{ head: 400, headers: { ...headers, ...EXPOSE_HEADERS } }]],
      t,
    );
    const list = await chatClient.listModels(connection, neverAborted);
    assert.equal(list.ok ? '' : list.failure.exchange?.requestId, id);
    assert.equal(log.requests[0]?.[0].requestId, id);
  });
}

const ENDS: readonly (readonly [name: string, script: Script, ends: readonly string[]])[] = [
  ['a complete reply', [[{ head: 200 }, { send: HELLO }]], ['ok']],
  ['an empty reply', [[{ head: 200 }]], ['emptyReply']],
  ['a 403', [[{ head: 403 }, { send: 'No' }]], ['forbidden']],
  ['a web page', [[{ head: 200 }, { send: '<html>' }]], ['webPage']],
  ['an error after a retry', [[{ head: 429 }], [{ head: 401 }]], ['rateLimited', 'unauthorized']],
  ['a rejected stream', [[{ head: 422 }], [{ head: 200 }, { send: HELLO }]], ['invalidRequest', 'ok']],
  [
    'a redirect to another origin',
    [[{ head: 302, headers: { location: 'https://other.example' } }]],
    ['redirected'],
  ],
];

for (const [name, script, ends] of ENDS) {
  test(`${name} is logged once per request with its end, and a failure has host and metrics`, async (t) => {
    const { log, chatClient, connection } = await serve(script, t);
    const { end } = await collectReply(chatClient.streamChat(connection, QUESTION, neverAborted));
    assert.deepEqual(log.ends(), ends);
    if (end?.type === 'failed') {
      assert.equal(end.failure.host, new URL(connection.endpoint.origin).host);
      assert.deepEqual(end.failure.exchange, log.requests.at(-1)?.[0]);
    }
  });
}

test('a failure before anything was sent has a host and no metrics', async () => {
  const log = createRecordingLog();
  const list = await client({ log }).listModels(
    connectionTo('https://api.example/api/v1', ' '),
    neverAborted,
  );
  assert.deepEqual(list.ok ? {} : [list.failure.host, list.failure.exchange], ['api.example', undefined]);
  assert.deepEqual(log.requests, []);
});

test('the log notes redirects and fallbacks, and contains no content', async (t) => {
  const { log, chatClient, connection } = await serve(
    [
      ...(inBrowser ? [] : [[{ head: 307, headers: { location: '/api/v1/secret-path?token=secret' } }]]),
      [{ head: 422 }, { send: '{"error":{"message":"secret words"}}' }],
      ...(inBrowser ? [] : [[{ head: 307, headers: { location: '/api/v1/secret-path?token=secret' } }]]),
      [{ head: 422 }],
      [{ head: 200 }, { send: HELLO }],
    ],
    t,
  );
  await collectReply(chatClient.streamChat(connection, FOLLOW_UP, neverAborted));
  const redirectNotes = log.notes.filter((note) => /redirect/.test(note));
  const others = log.notes.filter((note) => !/redirect/.test(note));
  assert.equal(redirectNotes.length, inBrowser ? 0 : 2);
  assert.equal(others.length, 2);
  assert.match(others[0] ?? '', /stream.*422/);
  assert.match(others[1] ?? '', /one user message.*422/);
  const logged = JSON.stringify([log.requests, log.notes, log.waits]);
  for (const secret of ['secret', KEY.slice(0, 12), 'clock', 'made it', 'Hello']) {
    assert.ok(!logged.includes(secret), secret);
  }
});
