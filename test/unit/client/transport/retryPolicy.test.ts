import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type FailedAttempt,
  maxRetriesFor,
  retryDelayMs,
} from '../../../../src/client/transport/retryPolicy.ts';

const DESKTOP = {
  isBrowser: false,
  isSecurePage: false,
  checksCertificates: () => true,
  isOnline: () => true,
};
const BROWSER = { ...DESKTOP, isBrowser: true };
const OFFLINE = { ...DESKTOP, isOnline: () => false };

const DETAILS: readonly (readonly [
  name: string,
  attempt: FailedAttempt,
  network: typeof DESKTOP,
  retries: number,
])[] = [
  ...[500, 502, 503, 504].map(
    (status) =>
      [`a ${status}`, { failure: { kind: 'serverError', status } } as FailedAttempt, DESKTOP, 2] as const,
  ),
  ['a 501', { failure: { kind: 'serverError', status: 501 } }, DESKTOP, 0],
  ['a 507', { failure: { kind: 'serverError', status: 507 } }, DESKTOP, 0],
  ['a connect timeout', { failure: { kind: 'timedOut' }, isSafeToRetry: true }, DESKTOP, 1],
  ['a response timeout', { failure: { kind: 'timedOut' }, isSafeToRetry: false }, DESKTOP, 0],
  ['a platform that knows it is offline', { failure: { kind: 'offline' } }, OFFLINE, 0],
  ['an unexplained failure in a browser', { failure: { kind: 'unreachable' } }, BROWSER, 0],
];

for (const [name, attempt, network, retries] of DETAILS) {
  test(`${name} allows ${retries} retries`, () => assert.equal(maxRetriesFor(attempt, network), retries));
}

const LIMITS = { responseTimeoutMs: 0, idleTimeoutMs: 0, initialBackoffMs: 1000, maxWaitMs: 60_000 };
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
