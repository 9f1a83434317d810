import type { Wait } from '../../contract/replyEvent.ts';
import { type Clock, sleepUntil } from '../clock.ts';
import {
  freeAt,
  heldBy,
  isStale,
  lastNumber,
  outdated,
  type WindowRules,
  withoutFuture,
} from './requestWindow.ts';
import type { TicketState, TicketStore } from './ticketStore.ts';

/** ms between looking and having a ticket after which the ticket is too old to be used. */
const LONGEST_MAKING = 5000;

/** ms, the most by chance, so that processes that wait for the same ticket do not all look at once. */
const JITTER = 50;

/**
 * Told, in ms since 1970, when a place is expected, and why not before: `pacing` where the window is full,
 * `rateLimited` where the service has refused a request of anybody who shares it.
 */
export type PlaceWait = (until: number, reason: Exclude<Wait['reason'], 'repeat'>) => void;

/** The tickets of one scope, as one process sees them. */
export class TicketWindow {
  readonly #store: TicketStore;
  readonly #scope: string;
  readonly #rules: WindowRules;
  readonly #clock: Clock;
  readonly #firstSeen = new Map<number, number>();

  constructor(store: TicketStore, scope: string, rules: WindowRules, clock: Clock) {
    this.#store = store;
    this.#scope = scope;
    this.#rules = rules;
    this.#clock = clock;
  }

  async look(): Promise<TicketState> {
    const state = await this.#store.list(this.#scope);
    return withoutFuture(state, this.#clock.now(), this.#firstSeen);
  }

  /**
   * Makes a ticket as soon as that is allowed, and gives its number. `expect` is told when that will be. Rejects with the signal's reason on an abort.
   *
   * Others, in this process or not, do the same at the same time, may be held up between any two steps, or end
   * there. The window is kept all the same (see `freeAt`), for these reasons. Of several who make the same
   * number one succeeds, and the others look again. What was seen may be old when the ticket is made, but what
   * it allowed stays allowed: a ticket that has been counted for long enough only gets older. A number that was
   * made and removed meanwhile is recognised by a second look, and given back. A ticket on which the maker was
   * held up is left to itself and counts as sent, as does that of a process that ended: it only ages.
   */
  async take(signal: AbortSignal, expect: PlaceWait): Promise<number> {
    for (;;) {
      const state = await this.look();
      signal.throwIfAborted();
      const now = this.#clock.now();
      const free = freeAt(state, this.#rules, now);
      if (free > now) {
        expect(free, heldBy(free, state));
        await this.#nap(free, signal);
        continue;
      }
      const number = lastNumber(state) + 1;
      if (!(await this.#store.make(this.#scope, number))) {
        await this.#nap(now, signal);
        continue;
      }
      const after = await this.look();
      if (isStale(number, after, this.#rules)) {
        await this.#store.remove(this.#scope, [number]);
        continue;
      }
      await this.#store.remove(this.#scope, outdated(after, this.#rules, this.#clock.now()));
      signal.throwIfAborted();
      // Asked last: whoever is held up after this is on the way to the service, which `countedBy` allows for.
      if (this.#clock.now() - now <= LONGEST_MAKING) {
        return number;
      }
    }
  }

  async #nap(until: number, signal: AbortSignal): Promise<void> {
    await sleepUntil(until + 1 + Math.random() * JITTER, this.#clock, signal);
  }
}
