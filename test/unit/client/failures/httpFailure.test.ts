import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readErrorText } from '../../../../src/client/failures/errorBodyText.ts';
import { httpFailure } from '../../../../src/client/failures/httpFailure.ts';
import { parseRetryAfterSeconds } from '../../../../src/client/failures/retryAfter.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';
import { startScriptedServer, startService } from '../../../support/service.ts';
import { client, collectReply, connectionTo, KEY, neverAborted, QUESTION } from '../connect.ts';

const KIND_BY_STATUS: readonly (readonly [status: number, kind: FailureKind])[] = [
  [400, 'invalidRequest'],
  [401, 'unauthorized'],
  [402, 'forbidden'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [407, 'proxy'],
  [413, 'tooLarge'],
  [414, 'tooLarge'],
  [418, 'unexpectedStatus'],
  [422, 'invalidRequest'],
  [429, 'rateLimited'],
  [431, 'tooLarge'],
  [500, 'serverError'],
  [503, 'serverError'],
  [511, 'webPage'],
  [599, 'serverError'],
  [600, 'unexpectedStatus'],
];

/** The kind of a response without a body. */
function kindOf(status: number): FailureKind {
  return httpFailure({ status, headers: new Headers(), error: {}, apiKey: KEY, now: 0 }).kind;
}

for (const [status, kind] of KIND_BY_STATUS) {
  test(`status ${status} is ${kind}`, () => assert.equal(kindOf(status), kind));
}

for (const [status, kind] of [
  [403, 'webPage'],
  [503, 'webPage'],
  [401, 'unauthorized'],
  [500, 'serverError'],
] as const) {
  test(`a web page with status ${status} is ${kind}`, () => {
    const error = readErrorText('<html><title>Sign in</title></html>');
    const failure = httpFailure({ status, headers: new Headers(), error, apiKey: KEY, now: 0 });
    assert.deepEqual([failure.kind, failure.detail], [kind, 'Sign in']);
  });
}

const TEXTS: readonly (readonly [body: string, message: string | undefined])[] = [
  ['{"error":{"message":"Why"}}', 'Why'],
  ['{"error":"Why"}', 'Why'],
  ['{"message":"Why"}', 'Why'],
  ['{"detail":"Why"}', 'Why'],
  ['{"detail":[{"loc":["body","model"],"msg":"Why"}]}', 'body.model: Why'],
  ['"Why"', 'Why'],
  ['Why not\n', 'Why not'],
  ['<html><title>Why</title><script>x()</script>', 'Why'],
  ['<html><body>No title</body>', undefined],
  ['{"code":7}', undefined],
  ['{"error":{"message":"Wh', undefined],
  ['', undefined],
];

for (const [body, message] of TEXTS) {
  test(`the message of error body ${JSON.stringify(body)} is ${message}`, () =>
    assert.equal(readErrorText(body).message, message));
}

const NOW = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
const RETRY_AFTER: readonly (readonly [
  value: string,
  date: string | undefined,
  seconds: number | undefined,
])[] = [
  ['0', undefined, 0],
  ['17', undefined, 17],
  ['1.2', undefined, 2],
  ['30, 30', undefined, 30],
  ['Sat, 21 Nov 2026 12:01:30 GMT', undefined, 90],
  ['Saturday, 21-Nov-26 12:01:30 GMT', undefined, 90],
  ['Sat Nov 21 12:01:30 2026', undefined, 90],
  ['Sat, 21 Nov 2026 11:00:00 GMT', undefined, 0],
  // The service's clock is six hours behind, and its date is relative to that clock.
  ['Sat, 21 Nov 2026 06:00:20 GMT', 'Sat, 21 Nov 2026 06:00:00 GMT', 20],
  ['-5', undefined, undefined],
  ['soon', undefined, undefined],
  ['30 soon', undefined, undefined],
  ['1e9', undefined, undefined],
  ['99999999999', undefined, 365 * 24 * 3600],
  ['Fri, 31 Dec 9999 23:59:59 GMT', undefined, 365 * 24 * 3600],
  ['', undefined, undefined],
];

for (const [value, date, seconds] of RETRY_AFTER) {
  test(`Retry-After ${JSON.stringify(value)} is ${seconds} seconds`, () => {
    const headers = new Headers({ 'retry-after': value, ...(date !== undefined && { date }) });
    assert.equal(parseRetryAfterSeconds(headers, NOW), seconds);
  });
}

test('a response without Retry-After has no delay', () => {
  assert.equal(parseRetryAfterSeconds(new Headers(), NOW), undefined);
});

test('account errors contain the message of the service', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const { notActivated, expired } = service.keys;
  for (const [key, status, message] of [
    ['nobody', 401, /Check the key in the dashboard/],
    [notActivated, 403, /not activated/],
    [expired, 403, /expired/],
  ] as const) {
    const connection = connectionTo(service.baseUrl, key);
    const list = await client().listModels(connection, neverAborted);
    const { end } = await collectReply(client().streamChat(connection, QUESTION, neverAborted));
    assert.ok(!list.ok && end?.type === 'failed');
    for (const failure of [list.failure, end.failure]) {
      assert.equal(failure.status, status);
      assert.equal(failure.kind, status === 401 ? 'unauthorized' : 'forbidden');
      assert.match(failure.detail ?? '', message);
    }
  }
});

test('a 429 failure contains the Retry-After of the service', async (t) => {
  const service = await startService({ requestsPerMinute: 1 });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  assert.equal((await client().listModels(connection, neverAborted)).ok, true);
  const outcome = await client().listModels(connection, neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'rateLimited');
  assert.ok((outcome.failure.retryAfterSeconds ?? 0) > 0);
});

test('a 404 is modelNotFound only if the request names a model and the body says so', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const { baseUrl, keys } = service;
  const kindAt = async (base: string, model: string) => {
    const connection = connectionTo(base, keys.active);
    const { end } = await collectReply(client().streamChat(connection, { ...QUESTION, model }, neverAborted));
    return end?.type === 'failed' ? end.failure.kind : end?.type;
  };
  assert.equal(await kindAt(baseUrl, 'assistant-none'), 'modelNotFound');
  assert.equal(await kindAt(baseUrl.replace('/api/v1', '/x/api/v1'), 'assistant-haiku'), 'notFound');
  await service.failNext(404, '<html><title>404 Not Found</title></html>');
  assert.equal(await kindAt(baseUrl, 'assistant-haiku'), 'notFound');
  await service.failNext(404, '{"error":{"message":"gone","param":"model"}}');
  assert.equal(await kindAt(baseUrl, 'assistant-haiku'), 'modelNotFound');
  await service.failNext(404, '{"message":"There is no such model"}');
  const list = await client().listModels(connectionTo(baseUrl, keys.active), neverAborted);
  assert.equal(list.ok ? 'ok' : list.failure.kind, 'notFound');
});

const MESSAGES: readonly (readonly [status: number, kind: FailureKind, message: string])[] = [
  [400, 'windowExceeded', 'prompt is too long: 208310 tokens > 200000 maximum'],
  [400, 'windowExceeded', 'This model has a maximum context length of 8192 tokens; you asked for 9000.'],
  [400, 'windowExceeded', 'The input token count (1200000) exceeds the number of tokens allowed.'],
  [413, 'windowExceeded', 'context_window: exceeded by 12 tokens'],
  [422, 'windowExceeded', 'input length and `max_tokens` exceed what the model takes'],
  [400, 'invalidRequest', 'max_tokens is too large: 50000.'],
  [422, 'invalidRequest', 'messages[0].content must have at most 100 characters.'],
  [422, 'invalidRequest', 'temperature: Input should be less than 1. That is too large.'],
  [413, 'tooLarge', 'The request is too large.'],
  [500, 'serverError', 'The prompt is too long.'],
];

for (const [status, kind, message] of MESSAGES) {
  test(`${status} with ${JSON.stringify(message)} is ${kind}`, () => {
    const response = { status, headers: new Headers(), error: { message }, apiKey: KEY, now: NOW };
    assert.equal(httpFailure({ ...response, model: 'assistant-haiku' }).kind, kind);
    assert.equal(httpFailure(response).kind, kindOf(status), 'of a request without a model');
  });
}

test('the detail of an error body is truncated, without control characters or the echoed key', async (t) => {
  const noise = '\u001b[31m\u202e';
  const server = await startScriptedServer([
    [
      { head: 401 },
      { send: JSON.stringify({ error: { message: `${noise}bad ${KEY} ${'x'.repeat(5000)}` } }) },
    ],
  ]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.ok(!outcome.ok);
  assert.match(outcome.failure.detail ?? '', /^bad ••• x+…$/);
  assert.equal(outcome.failure.detail?.length, 300);
});

test('an endless error body is read only up to the limit', async (t) => {
  const server = await startScriptedServer([
    [{ head: 500 }, { send: 'why '.repeat(20_000) }, { hang: true }],
  ]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'serverError');
  await server.whenClosedEarly(0);
});

test('a response whose error body is cut off fails by its status', async (t) => {
  const server = await startScriptedServer([[{ head: 503 }, { send: 'Down for' }, { destroy: true }]]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'serverError');
});
