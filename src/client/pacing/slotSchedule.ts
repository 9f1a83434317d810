import type { RateLimitState, Slot } from './slotStore.ts';

/** At most `limit` requests in any `windowMs`. */
export interface RateLimitRules {
  limit: number;
  windowMs: number;
}

/** Maximum difference between the clocks that timestamps come from, such as that of a file system, in ms. */
export const MAX_CLOCK_SKEW_MS = 250;

/** Maximum time from taking a slot until the service counts its request, if it ever does, in ms. */
const MAX_TRANSIT_MS = 10_000;

/** Maximum length of a block, in ms. No client sets a longer one, so beyond it the clock must have been set back. */
const MAX_BLOCK_MS = 60_000;

/** The highest slot number; 0 if there is none. */
export function lastSlotNumber({ slots }: RateLimitState): number {
  return slots.reduce((highest, { number }) => Math.max(highest, number), 0);
}

/**
 * The time at which the next slot, or the one after `ahead` others, may be taken, in ms since 1970. May be in the past.
 * If it depends on a request that has no response yet, this is the earliest possible time.
 *
 * Slot n waits until the request of slot n - limit was counted a whole window ago. Then the service never counts more
 * than `limit` requests in any window. Proof: Let a and b be slots with b >= a + limit. Slot a + limit was not taken
 * until a had been counted for a window. Slots are taken in the order of their numbers, so neither was b, and its
 * request was sent even later: the service counts b more than a window after a. So the numbers of the requests counted
 * within one window differ by less than `limit`, which makes at most `limit` requests.
 */
export function nextSlotAt(state: RateLimitState, rules: RateLimitRules, now: number, ahead = 0): number {
  const { limit, windowMs } = rules;
  if (ahead >= limit) {
    return Math.max(now, nextSlotAt(state, rules, now, ahead - limit)) + windowMs + MAX_CLOCK_SKEW_MS;
  }
  const blockingNumber = lastSlotNumber(state) + 1 + ahead - limit;
  const blockingSlot = state.slots.find(({ number }) => number === blockingNumber);
  const freeAt =
    blockingSlot === undefined ? 0 : latestCountedAt(blockingSlot, now) + windowMs + MAX_CLOCK_SKEW_MS;
  const { blockedUntil } = state;
  return Math.max(freeAt, blockedUntil - now > MAX_BLOCK_MS ? 0 : blockedUntil);
}

/** Why a slot is not free before `freeAt`, as returned by `nextSlotAt`: a 429, or a full window. */
export function waitReason(freeAt: number, { blockedUntil }: RateLimitState): 'pacing' | 'rateLimited' {
  return freeAt === blockedUntil ? 'rateLimited' : 'pacing';
}

/** Number of slots that may be taken now. */
export function freeSlotCount(state: RateLimitState, rules: RateLimitRules, now: number): number {
  let count = 0;
  while (count < rules.limit && nextSlotAt(state, rules, now, count) <= now) {
    count++;
  }
  return count;
}

/**
 * Whether a slot just taken reuses the number of a slot that was taken and removed before, because the state on which
 * this was decided was outdated. This is detectable, since the last slot is never removed, and others only when they
 * are two limits behind it.
 */
export function isStaleNumber(number: number, state: RateLimitState, { limit }: RateLimitRules): boolean {
  return lastSlotNumber(state) >= number + limit;
}

/** Numbers of the slots that are no longer needed to decide about later ones. */
export function expiredSlotNumbers(
  state: RateLimitState,
  { limit, windowMs }: RateLimitRules,
  now: number,
): number[] {
  const last = lastSlotNumber(state);
  return state.slots
    .filter((slot) => slot.number <= last - 2 * limit && latestCountedAt(slot, now) + windowMs < now)
    .map(({ number }) => number);
}

/** Upper bound, as known now, of the time at which the service counted a request. */
function latestCountedAt({ takenAt, countedAt = Number.POSITIVE_INFINITY }: Slot, now: number): number {
  return Math.min(now, countedAt, takenAt + MAX_TRANSIT_MS);
}

/**
 * Replaces times in the future, which occur if the clock was set back or another process's clock is ahead. Such a slot
 * counts as taken when this process first saw it; `firstSeen` remembers that by slot number.
 */
export function clampFutureTimes(
  { slots, blockedUntil }: RateLimitState,
  now: number,
  firstSeen: Map<number, number>,
): RateLimitState {
  const clamped = slots.map((slot) => {
    if (slot.takenAt <= now) {
      firstSeen.delete(slot.number);
      return slot;
    }
    const takenAt = Math.min(now, firstSeen.get(slot.number) ?? now);
    firstSeen.set(slot.number, takenAt);
    return { number: slot.number, takenAt };
  });
  return { slots: clamped, blockedUntil };
}
