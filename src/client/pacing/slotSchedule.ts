import type { RateLimitState, Slot } from './slotStore.ts';

/** So many requests in so many ms, at most. */
export interface RateLimitRules {
  limit: number;
  windowMs: number;
}

/** ms by which clocks that write times down may differ, such as that of a file system. */
export const MAX_CLOCK_SKEW_MS = 250;

/** ms after which a ticket's request has been counted by the service, or never will be. */
const MAX_TRANSIT_MS = 10_000;

/** ms; no client asks for a longer pause, so a later end was written by a clock that has been set back since. */
const MAX_BLOCK_MS = 60_000;

/** The number of the last ticket; 0 where there is none. */
export function lastSlotNumber({ slots }: RateLimitState): number {
  return slots.reduce((highest, { number }) => Math.max(highest, number), 0);
}

/**
 * When the next ticket, or that after so many others, may be made, in ms since 1970: at once where that is not
 * later than `now`. For a ticket that waits for one whose request is still unanswered it is the earliest time
 * possible.
 *
 * Ticket n waits until the request of ticket n - limit has been counted for as long as a window is. That is
 * enough for the service never to count more than `limit` in any window. Take two requests whose numbers are
 * a and b, with b >= a + limit. Ticket a + limit was not made before a had been counted for a window, and
 * tickets are made in the order of their numbers, so b was not made before either, and not sent before that:
 * the service counts b more than a window after a. So the numbers of all that it counts within one window are
 * less than `limit` apart, and that are `limit` numbers at most.
 */
export function nextSlotAt(state: RateLimitState, rules: RateLimitRules, now: number, ahead = 0): number {
  const { limit, windowMs } = rules;
  if (ahead >= limit) {
    return Math.max(now, nextSlotAt(state, rules, now, ahead - limit)) + windowMs + MAX_CLOCK_SKEW_MS;
  }
  const awaited = lastSlotNumber(state) + 1 + ahead - limit;
  const ticket = state.slots.find(({ number }) => number === awaited);
  const free = ticket === undefined ? 0 : latestCountedAt(ticket, now) + windowMs + MAX_CLOCK_SKEW_MS;
  const { blockedUntil } = state;
  return Math.max(free, blockedUntil - now > MAX_BLOCK_MS ? 0 : blockedUntil);
}

/** What holds a ticket back that is free at this time, as `nextSlotAt` gave it: the service itself, or a full window. */
export function waitReason(free: number, { blockedUntil }: RateLimitState): 'pacing' | 'rateLimited' {
  return free === blockedUntil ? 'rateLimited' : 'pacing';
}

/** How many tickets may be made at once. */
export function freeSlotCount(state: RateLimitState, rules: RateLimitRules, now: number): number {
  let places = 0;
  while (places < rules.limit && nextSlotAt(state, rules, now, places) <= now) {
    places++;
  }
  return places;
}

/**
 * Whether a ticket that was just made has the number of one that had been made and removed before, by somebody
 * who had looked long ago. The last ticket is never removed, and others only when they are twice the limit
 * behind it, so that shows.
 */
export function isStaleNumber(number: number, state: RateLimitState, { limit }: RateLimitRules): boolean {
  return lastSlotNumber(state) >= number + limit;
}

/** The numbers of tickets that nobody needs any more. */
export function expiredSlotNumbers(
  state: RateLimitState,
  { limit, windowMs }: RateLimitRules,
  now: number,
): number[] {
  const last = lastSlotNumber(state);
  return state.slots
    .filter((ticket) => ticket.number <= last - 2 * limit && latestCountedAt(ticket, now) + windowMs < now)
    .map(({ number }) => number);
}

/** The time by which the service had counted a request, as well as it is known now. */
function latestCountedAt({ takenAt, countedAt = Number.POSITIVE_INFINITY }: Slot, now: number): number {
  return Math.min(now, countedAt, takenAt + MAX_TRANSIT_MS);
}

/**
 * The state without times that have not come yet: the clock was set back, or the one that wrote them is ahead.
 * Such a ticket counts as made when it was first seen, which `firstSeen` keeps.
 */
export function clampFutureTimes(
  { slots, blockedUntil }: RateLimitState,
  now: number,
  firstSeen: Map<number, number>,
): RateLimitState {
  const seen = slots.map((ticket) => {
    if (ticket.takenAt <= now) {
      firstSeen.delete(ticket.number);
      return ticket;
    }
    const takenAt = Math.min(now, firstSeen.get(ticket.number) ?? now);
    firstSeen.set(ticket.number, takenAt);
    return { number: ticket.number, takenAt };
  });
  return { slots: seen, blockedUntil };
}
