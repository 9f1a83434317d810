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
/** A window and the margin for clocks. */
const WINDOW = 60_250;

/** Tickets by their age in ms; the second number is the age of the answer. */
function state(
  ages: readonly (readonly [made: number, answered?: number])[],
  blockedUntil = 0,
): RateLimitState {
  const slots = ages.map(([made, answered], index): Slot => {
    const ticket = { number: index + 1, takenAt: NOW - made };
    return answered === undefined ? ticket : { ...ticket, countedAt: NOW - answered };
  });
  return { slots, blockedUntil };
}

const NOBODY = state([]);

test('as long as there are fewer tickets than the limit, the next may be made at once', () => {
  assert.ok(nextSlotAt(NOBODY, RULES, NOW) <= NOW);
  assert.ok(nextSlotAt(state([[100], [50]]), RULES, NOW) <= NOW);
  assert.equal(freeSlotCount(NOBODY, RULES, NOW), 3);
  assert.equal(freeSlotCount(state([[100], [50]]), RULES, NOW), 1);
});

for (const [name, first, free] of [
  ['answered 5 s ago', [6000, 5000], NOW - 5000 + WINDOW],
  ['made just now and unanswered', [100], NOW + WINDOW],
  ['made 20 s ago and never answered', [20_000], NOW - 10_000 + WINDOW],
  ['made 40 s ago and answered just now', [40_000, 0], NOW - 30_000 + WINDOW],
  ['answered longer ago than a window', [70_000, 61_000], NOW - 61_000 + WINDOW],
] as const) {
  test(`a full window frees its first place a window after the service had counted it, which was ${name}`, () => {
    assert.equal(nextSlotAt(state([first, [50], [40]]), RULES, NOW), free);
  });
}

test('the order of the tickets in a store does not matter', () => {
  const { slots } = state([[6000, 5000], [50], [40]]);
  assert.equal(nextSlotAt({ slots: slots.toReversed(), blockedUntil: 0 }, RULES, NOW), NOW - 5000 + WINDOW);
});

test('whoever comes after others waits for later places', () => {
  const full = state([
    [9000, 9000],
    [6000, 6000],
    [3000, 3000],
  ]);
  assert.deepEqual(
    [0, 1, 2].map((others) => nextSlotAt(full, RULES, NOW, others) - NOW - WINDOW),
    [-9000, -6000, -3000],
  );
  assert.ok(nextSlotAt(full, RULES, NOW, 3) >= nextSlotAt(full, RULES, NOW, 0) + RULES.windowMs);
  assert.equal(freeSlotCount(full, RULES, NOW), 0);
  assert.equal(freeSlotCount(full, RULES, NOW - 6000 + WINDOW), 2);
});

test('a refusal holds everybody back, but for no longer than any client asks for', () => {
  assert.equal(nextSlotAt(state([], NOW + 5000), RULES, NOW), NOW + 5000);
  assert.equal(freeSlotCount(state([], NOW + 5000), RULES, NOW), 0);
  assert.equal(freeSlotCount(state([], NOW + 3_600_000), RULES, NOW), 3);
});

test('only old tickets far behind the last are not needed any more', () => {
  const old = state(Array.from({ length: 10 }, () => [100_000, 100_000] as const));
  assert.deepEqual(expiredSlotNumbers(old, RULES, NOW), [1, 2, 3, 4]);
  assert.deepEqual(expiredSlotNumbers(old, RULES, NOW - 40_000), []);
  assert.deepEqual(expiredSlotNumbers(state([[100_000]]), RULES, NOW), []);
});

test('a number that is a whole limit behind the last has been used before', () => {
  const five = state([[5], [4], [3], [2], [1]]);
  assert.equal(isStaleNumber(2, five, RULES), true);
  assert.equal(isStaleNumber(3, five, RULES), false);
});

test('a ticket from the future counts from when it was first seen', () => {
  const hour = 3_600_000;
  const ahead = state([[-hour, -hour], [-hour], [10]]);
  const firstSeen = new Map<number, number>();
  const seen = clampFutureTimes(ahead, NOW, firstSeen);
  assert.deepEqual(
    seen.slots.map(({ takenAt, countedAt }) => [takenAt, countedAt]),
    [
      [NOW, undefined],
      [NOW, undefined],
      [NOW - 10, undefined],
    ],
  );
  const later = clampFutureTimes(ahead, NOW + WINDOW + 10_000, firstSeen);
  assert.equal(freeSlotCount(later, RULES, NOW + WINDOW + 10_000), 3);
});
