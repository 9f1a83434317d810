import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readErrorText } from '../../../../src/client/failures/errorBodyText.ts';
import { httpFailure } from '../../../../src/client/failures/httpFailure.ts';
import { parseRetryAfterSeconds } from '../../../../src/client/failures/retryAfter.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';
import { startScriptedServer, startService } from '../../../support/service.ts';
import { client, connectionTo, KEY, neverAborted, QUESTION, collectReply } from '../connect.ts';

const KINDS: readonly (readonly [status: number, kind: FailureKind])[] = [
  [400, 'invalidRequest'],
  [401, 'unauthorized'],
  [402, 'unexpectedStatus'],
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
  [599, 'serverError'],
  [600, 'unexpectedStatus'],
];

/** What an answer of which only the status is known is taken for. */
function kindOf(status: number): FailureKind {
  return httpFailure({ status, headers: new Headers(), error: {}, apiKey: KEY, now: 0 }).kind;
}

for (const [status, kind] of KINDS) {
  test(`status ${status} is ${kind}`, () => assert.equal(kindOf(status), kind));
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
  test(`an error body ${JSON.stringify(body)} says ${message}`, () =>
    assert.equal(readErrorText(body).message, message));
}

const NOW = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
const WAITS: readonly (readonly [value: string, date: string | undefined, seconds: number | undefined])[] = [
  ['0', undefined, 0],
  ['17', undefined, 17],
  ['1.2', undefined, 2],
  ['Sat, 21 Nov 2026 12:01:30 GMT', undefined, 90],
  ['Saturday, 21-Nov-26 12:01:30 GMT', undefined, 90],
  ['Sat Nov 21 12:01:30 2026', undefined, 90],
  ['Sat, 21 Nov 2026 11:00:00 GMT', undefined, 0],
  // The service's clock is six hours behind this machine's, and the wait is meant by the service's.
  ['Sat, 21 Nov 2026 06:00:20 GMT', 'Sat, 21 Nov 2026 06:00:00 GMT', 20],
  ['-5', undefined, undefined],
  ['soon', undefined, undefined],
  ['1e9', undefined, undefined],
  ['99999999999', undefined, undefined],
  ['', undefined, undefined],
];

for (const [value, date, seconds] of WAITS) {
  test(`Retry-After ${JSON.stringify(value)} is ${seconds} seconds`, () => {
    const headers = new Headers({ 'retry-after': value, ...(date !== undefined && { date }) });
    assert.equal(parseRetryAfterSeconds(headers, NOW), seconds);
  });
}

test('without Retry-After there is nothing to wait for', () => {
  assert.equal(parseRetryAfterSeconds(new Headers(), NOW), undefined);
});

test('the states of an account come with the service’s own words', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const { notActivated, expired } = service.keys;
  for (const [key, status, words] of [
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
      assert.match(failure.detail ?? '', words);
    }
  }
});

test('429 carries the wait that the service asks for', async (t) => {
  const service = await startService({ requestsPerMinute: 1 });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  assert.equal((await client().listModels(connection, neverAborted)).ok, true);
  const outcome = await client().listModels(connection, neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'rateLimited');
  assert.ok((outcome.failure.retryAfterSeconds ?? 0) > 0);
});

test('404 is the model’s only where a model was asked and the body says so', async (t) => {
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

const SAID: readonly (readonly [status: number, kind: FailureKind, message: string])[] = [
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

for (const [status, kind, message] of SAID) {
  test(`${status} with ${JSON.stringify(message)} is ${kind}`, () => {
    const refusal = { status, headers: new Headers(), error: { message }, apiKey: KEY, now: NOW };
    assert.equal(httpFailure({ ...refusal, model: 'assistant-haiku' }).kind, kind);
    assert.equal(httpFailure(refusal).kind, kindOf(status), 'of a request that asks no model');
  });
}

test('of an error body a short, safe piece is kept, without the key that it repeats', async (t) => {
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

test('an error body without end is read only as far as it can matter', async (t) => {
  const server = await startScriptedServer([
    [{ head: 500 }, { send: 'why '.repeat(20_000) }, { hang: true }],
  ]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'serverError');
  await server.whenClosedEarly(0);
});

test('an error body that breaks off gives the failure that its status names', async (t) => {
  const server = await startScriptedServer([[{ head: 503 }, { send: 'Down for' }, { destroy: true }]]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.kind, 'serverError');
});
