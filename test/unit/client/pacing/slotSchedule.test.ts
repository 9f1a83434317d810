import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clampFutureTimes,
  expiredSlotNumbers,
  freeSlotCount,
  isStaleNumber,
  nextSlotAt,
} from '../../../../src/client/pacing/slotSchedule.ts';
import type { RateLimitState, Slot } from '../../../../src/client/pacing/slotStore.ts';

const RULES = { limit: 3, windowMs: 60_000 };
const NOW = 1_000_000_000_000;
/** A window and the maximum clock skew. */
const WINDOW_MS = 60_250;

/** Slots given by the ms since they were taken and, if known, since their request was counted. */
function state(
  ages: readonly (readonly [taken: number, counted?: number])[],
  blockedUntil = 0,
): RateLimitState {
  const slots = ages.map(([taken, counted], index): Slot => {
    const slot = { number: index + 1, takenAt: NOW - taken };
    return counted === undefined ? slot : { ...slot, countedAt: NOW - counted };
  });
  return { slots, blockedUntil };
}

const EMPTY = state([]);

test('the next slot is free immediately if there are fewer slots than the limit', () => {
  assert.ok(nextSlotAt(EMPTY, RULES, NOW) <= NOW);
  assert.ok(nextSlotAt(state([[100], [50]]), RULES, NOW) <= NOW);
  assert.equal(freeSlotCount(EMPTY, RULES, NOW), 3);
  assert.equal(freeSlotCount(state([[100], [50]]), RULES, NOW), 1);
});

for (const [name, first, free] of [
  ['counted 5 s ago', [6000, 5000], NOW - 5000 + WINDOW_MS],
  ['taken just now and not counted yet', [100], NOW + WINDOW_MS],
  ['taken 20 s ago and never counted', [20_000], NOW - 10_000 + WINDOW_MS],
  ['taken 40 s ago and counted just now', [40_000, 0], NOW - 30_000 + WINDOW_MS],
  ['counted more than a window ago', [70_000, 61_000], NOW - 61_000 + WINDOW_MS],
] as const) {
  test(`the first slot of a full window becomes free a window after it was counted: ${name}`, () => {
    assert.equal(nextSlotAt(state([first, [50], [40]]), RULES, NOW), free);
  });
}

test('the order of the slots in the store does not matter', () => {
  const { slots } = state([[6000, 5000], [50], [40]]);
  assert.equal(
    nextSlotAt({ slots: slots.toReversed(), blockedUntil: 0 }, RULES, NOW),
    NOW - 5000 + WINDOW_MS,
  );
});

test('requests further back in the queue wait for later slots', () => {
  const full = state([
    [9000, 9000],
    [6000, 6000],
    [3000, 3000],
  ]);
  assert.deepEqual(
    [0, 1, 2].map((count) => nextSlotAt(full, RULES, NOW, count) - NOW - WINDOW_MS),
    [-9000, -6000, -3000],
  );
  assert.ok(nextSlotAt(full, RULES, NOW, 3) >= nextSlotAt(full, RULES, NOW, 0) + RULES.windowMs);
  assert.equal(freeSlotCount(full, RULES, NOW), 0);
  assert.equal(freeSlotCount(full, RULES, NOW - 6000 + WINDOW_MS), 2);
});

test('a block delays all requests, but an implausibly long one is ignored', () => {
  assert.equal(nextSlotAt(state([], NOW + 5000), RULES, NOW), NOW + 5000);
  assert.equal(freeSlotCount(state([], NOW + 5000), RULES, NOW), 0);
  assert.equal(freeSlotCount(state([], NOW + 3_600_000), RULES, NOW), 3);
});

test('only old slots far behind the last one expire', () => {
  const oldSlots = state(Array.from({ length: 10 }, () => [100_000, 100_000] as const));
  assert.deepEqual(expiredSlotNumbers(oldSlots, RULES, NOW), [1, 2, 3, 4]);
  assert.deepEqual(expiredSlotNumbers(oldSlots, RULES, NOW - 40_000), []);
  assert.deepEqual(expiredSlotNumbers(state([[100_000]]), RULES, NOW), []);
});

test('a slot number at least a whole limit behind the last one is stale', () => {
  const five = state([[5], [4], [3], [2], [1]]);
  assert.equal(isStaleNumber(2, five, RULES), true);
  assert.equal(isStaleNumber(3, five, RULES), false);
});

test('a slot with a time in the future counts as taken when it was first seen', () => {
  const hour = 3_600_000;
  const ahead = state([[-hour, -hour], [-hour], [10]]);
  const firstSeen = new Map<number, number>();
  const clamped = clampFutureTimes(ahead, NOW, firstSeen);
  assert.deepEqual(
    clamped.slots.map(({ takenAt, countedAt }) => [takenAt, countedAt]),
    [
      [NOW, undefined],
      [NOW, undefined],
      [NOW - 10, undefined],
    ],
  );
  const later = clampFutureTimes(ahead, NOW + WINDOW_MS + 10_000, firstSeen);
  assert.equal(freeSlotCount(later, RULES, NOW + WINDOW_MS + 10_000), 3);
});
