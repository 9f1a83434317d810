import type { Ticket, TicketState } from './ticketStore.ts';

/** So many requests in so many ms, at most. */
export interface WindowRules {
  limit: number;
  windowMs: number;
}

/** ms by which clocks that write times down may differ, such as that of a file system. */
export const CLOCK_MARGIN = 250;

/** ms after which a ticket's request has been counted by the service, or never will be. */
const LONGEST_TRAVEL = 10_000;

/** ms; no client asks for a longer pause, so a later end was written by a clock that has been set back since. */
const LONGEST_REFUSAL = 60_000;

/** The number of the last ticket; 0 where there is none. */
export function lastNumber({ tickets }: TicketState): number {
  return tickets.reduce((highest, { number }) => Math.max(highest, number), 0);
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
export function freeAt(state: TicketState, rules: WindowRules, now: number, others = 0): number {
  const { limit, windowMs } = rules;
  if (others >= limit) {
    return Math.max(now, freeAt(state, rules, now, others - limit)) + windowMs + CLOCK_MARGIN;
  }
  const awaited = lastNumber(state) + 1 + others - limit;
  const ticket = state.tickets.find(({ number }) => number === awaited);
  const free = ticket === undefined ? 0 : countedBy(ticket, now) + windowMs + CLOCK_MARGIN;
  const { refusedUntil } = state;
  return Math.max(free, refusedUntil - now > LONGEST_REFUSAL ? 0 : refusedUntil);
}

/** What holds a ticket back that is free at this time, as `freeAt` gave it: the service itself, or a full window. */
export function heldBy(free: number, { refusedUntil }: TicketState): 'pacing' | 'rateLimited' {
  return free === refusedUntil ? 'rateLimited' : 'pacing';
}

/** How many tickets may be made at once. */
export function placesLeft(state: TicketState, rules: WindowRules, now: number): number {
  let places = 0;
  while (places < rules.limit && freeAt(state, rules, now, places) <= now) {
    places++;
  }
  return places;
}

/**
 * Whether a ticket that was just made has the number of one that had been made and removed before, by somebody
 * who had looked long ago. The last ticket is never removed, and others only when they are twice the limit
 * behind it, so that shows.
 */
export function isStale(number: number, state: TicketState, { limit }: WindowRules): boolean {
  return lastNumber(state) >= number + limit;
}

/** The numbers of tickets that nobody needs any more. */
export function outdated(state: TicketState, { limit, windowMs }: WindowRules, now: number): number[] {
  const last = lastNumber(state);
  return state.tickets
    .filter((ticket) => ticket.number <= last - 2 * limit && countedBy(ticket, now) + windowMs < now)
    .map(({ number }) => number);
}

/** The time by which the service had counted a request, as well as it is known now. */
function countedBy({ madeAt, answeredAt = Number.POSITIVE_INFINITY }: Ticket, now: number): number {
  return Math.min(now, answeredAt, madeAt + LONGEST_TRAVEL);
}

/**
 * The state without times that have not come yet: the clock was set back, or the one that wrote them is ahead.
 * Such a ticket counts as made when it was first seen, which `firstSeen` keeps.
 */
export function withoutFuture(
  { tickets, refusedUntil }: TicketState,
  now: number,
  firstSeen: Map<number, number>,
): TicketState {
  const seen = tickets.map((ticket) => {
    if (ticket.madeAt <= now) {
      firstSeen.delete(ticket.number);
      return ticket;
    }
    const madeAt = Math.min(now, firstSeen.get(ticket.number) ?? now);
    firstSeen.set(ticket.number, madeAt);
    return { number: ticket.number, madeAt };
  });
  return { tickets: seen, refusedUntil };
}
