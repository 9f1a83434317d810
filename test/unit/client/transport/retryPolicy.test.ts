import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxRetriesFor, retryDelayMs } from '../../../../src/client/transport/retryPolicy.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../../src/contract/failure.ts';

const DESKTOP = {
  isBrowser: false,
  proxy: () => undefined,
  isSecurePage: false,
  checksCertificates: () => true,
  isOnline: () => true,
};
const BROWSER = { ...DESKTOP, isBrowser: true };
const OFFLINE = { ...DESKTOP, isOnline: () => false };

/** The failures of which it is known that the service has not begun to answer the question. */
const REPEATED: Partial<Record<FailureKind, number>> = {
  hostNotFound: 1,
  offline: 2,
  refused: 2,
  notSecure: 1,
  connectTimedOut: 1,
  rateLimited: 2,
};

for (const kind of FAILURE_KINDS) {
  const retries = REPEATED[kind] ?? 0;
  test(`a question is repeated ${retries} times after ${kind}`, () =>
    assert.equal(maxRetriesFor({ kind }, 'POST', DESKTOP), retries));
}

for (const [name, kind, network, retries] of [
  ['a server error', 'serverError', DESKTOP, 2],
  ['a lost connection', 'unreachable', DESKTOP, 2],
  ['an unexplained failure in a browser', 'unreachable', BROWSER, 0],
  ['a platform that knows it is offline', 'offline', OFFLINE, 0],
] as const) {
  test(`a list of models is repeated ${retries} times after ${name}`, () =>
    assert.equal(maxRetriesFor({ kind }, 'GET', network), retries));
}

const LIMITS = {
  responseTimeoutMs: 0,
  idleTimeoutMs: 0,
  restTimeoutMs: 0,
  initialBackoffMs: 1000,
  maxWaitMs: 60_000,
};
const serverError = { kind: 'serverError' } as const;

for (const [retries, minMs, maxMs] of [
  [0, 500, 1000],
  [1, 1000, 2000],
  [2, 2000, 4000],
  [10, 30_000, 60_000],
] as const) {
  test(`after ${retries} retries the backoff is between ${minMs} and ${maxMs} ms`, () => {
    assert.equal(retryDelayMs(serverError, retries, LIMITS, 0), minMs);
    assert.equal(retryDelayMs(serverError, retries, LIMITS, 1), maxMs);
  });
}

for (const [retryAfterSeconds, ms] of [
  [1, 1000],
  [60, 60_000],
  [61, undefined],
  [3600, undefined],
  // Treated like no Retry-After.
  [0, 750],
] as const) {
  test(`a Retry-After of ${retryAfterSeconds} s gives a delay of ${ms} ms, without randomness`, () => {
    assert.equal(retryDelayMs({ ...serverError, retryAfterSeconds }, 0, LIMITS, 0.5), ms);
  });
}

test('the backoff is random by default', () => {
  const waits = Array.from({ length: 50 }, () => retryDelayMs(serverError, 0, LIMITS));
  assert.ok(waits.every((ms) => ms !== undefined && ms >= 500 && ms < 1000));
  assert.ok(new Set(waits).size > 1);
});
