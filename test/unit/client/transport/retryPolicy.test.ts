import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type FailedAttempt,
  maxRetriesFor,
  retryDelayMs,
} from '../../../../src/client/transport/retryPolicy.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../../src/contract/failure.ts';

const DESKTOP = { isBrowser: false, isSecurePage: false, isOnline: () => true };
const BROWSER = { ...DESKTOP, isBrowser: true };
const OFFLINE = { ...DESKTOP, isOnline: () => false };

const REPEATED: Partial<Record<FailureKind, number>> = {
  hostNotFound: 1,
  offline: 2,
  refused: 2,
  unreachable: 2,
  notSecure: 1,
  rateLimited: 2,
};

for (const kind of FAILURE_KINDS) {
  const times = REPEATED[kind] ?? 0;
  test(`${kind} by itself allows ${times} repeats`, () => {
    assert.equal(maxRetriesFor({ failure: { kind } }, DESKTOP), times);
  });
}

const DETAILS: readonly (readonly [
  name: string,
  attempt: FailedAttempt,
  network: typeof DESKTOP,
  times: number,
])[] = [
  ...[500, 502, 503, 504].map(
    (status) =>
      [`a ${status}`, { failure: { kind: 'serverError', status } } as FailedAttempt, DESKTOP, 2] as const,
  ),
  ['a 501', { failure: { kind: 'serverError', status: 501 } }, DESKTOP, 0],
  ['a 507', { failure: { kind: 'serverError', status: 507 } }, DESKTOP, 0],
  [
    'a connection that was not made in time',
    { failure: { kind: 'timedOut' }, isSafeToRetry: true },
    DESKTOP,
    1,
  ],
  [
    'an answer that did not come in time',
    { failure: { kind: 'timedOut' }, isSafeToRetry: false },
    DESKTOP,
    0,
  ],
  ['no network, as the platform knows', { failure: { kind: 'offline' } }, OFFLINE, 0],
  ['a browser that does not tell what happened', { failure: { kind: 'unreachable' } }, BROWSER, 0],
];

for (const [name, attempt, network, times] of DETAILS) {
  test(`${name} allows ${times} repeats`, () => assert.equal(maxRetriesFor(attempt, network), times));
}

const LIMITS = { responseTimeoutMs: 0, idleTimeoutMs: 0, initialBackoffMs: 1000, maxWaitMs: 60_000 };
const serverError = { kind: 'serverError' } as const;

for (const [repeats, least, most] of [
  [0, 500, 1000],
  [1, 1000, 2000],
  [2, 2000, 4000],
  [10, 30_000, 60_000],
] as const) {
  test(`after ${repeats} repeats the own wait is from ${least} to ${most} ms`, () => {
    assert.equal(retryDelayMs(serverError, repeats, LIMITS, 0), least);
    assert.equal(retryDelayMs(serverError, repeats, LIMITS, 1), most);
  });
}

for (const [retryAfterSeconds, ms] of [
  [1, 1000],
  [60, 60_000],
  [61, undefined],
  [3600, undefined],
  // It says nothing, so the own wait holds.
  [0, 750],
] as const) {
  test(`where the service asks for ${retryAfterSeconds} s, the wait is ${ms} ms, whatever chance says`, () => {
    assert.equal(retryDelayMs({ ...serverError, retryAfterSeconds }, 0, LIMITS, 0.5), ms);
  });
}

test('chance is asked where none is given', () => {
  const waits = Array.from({ length: 50 }, () => retryDelayMs(serverError, 0, LIMITS));
  assert.ok(waits.every((ms) => ms !== undefined && ms >= 500 && ms < 1000));
  assert.ok(new Set(waits).size > 1);
});
