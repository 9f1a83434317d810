import type { Wait } from '../../contract/replyEvent.ts';
import { type Clock, sleepUntil } from '../clock.ts';
import {
  clampFutureTimes,
  expiredSlotNumbers,
  isStaleNumber,
  lastSlotNumber,
  nextSlotAt,
  type RateLimitRules,
  waitReason,
} from './slotSchedule.ts';
import type { RateLimitState, SlotStore } from './slotStore.ts';

/** ms between looking and having a ticket after which the ticket is too old to be used. */
const MAX_TAKE_MS = 5000;

/** ms, the most by chance, so that processes that wait for the same ticket do not all look at once. */
const MAX_JITTER_MS = 50;

/**
 * Told, in ms since 1970, when a place is expected, and why not before: `pacing` where the window is full,
 * `rateLimited` where the service has refused a request of anybody who shares it.
 */
export type SlotWaitListener = (until: number, reason: Exclude<Wait['reason'], 'repeat'>) => void;

/** The tickets of one scope, as one process sees them. */
export class RateLimitWindow {
  readonly #store: SlotStore;
  readonly #scope: string;
  readonly #rules: RateLimitRules;
  readonly #clock: Clock;
  readonly #firstSeen = new Map<number, number>();

  constructor(store: SlotStore, scope: string, rules: RateLimitRules, clock: Clock) {
    this.#store = store;
    this.#scope = scope;
    this.#rules = rules;
    this.#clock = clock;
  }

  async readState(): Promise<RateLimitState> {
    const state = await this.#store.readState(this.#scope);
    return clampFutureTimes(state, this.#clock.now(), this.#firstSeen);
  }

  /**
   * Makes a ticket as soon as that is allowed, and gives its number. `expect` is told when that will be. Rejects with the signal's reason on an abort.
   *
   * Others, in this process or not, do the same at the same time, may be held up between any two steps, or end
   * there. The window is kept all the same (see `nextSlotAt`), for these reasons. Of several who make the same
   * number one succeeds, and the others look again. What was seen may be old when the ticket is made, but what
   * it allowed stays allowed: a ticket that has been counted for long enough only gets older. A number that was
   * made and removed meanwhile is recognised by a second look, and given back. A ticket on which the maker was
   * held up is left to itself and counts as sent, as does that of a process that ended: it only ages.
   */
  async take(signal: AbortSignal, onWait: SlotWaitListener): Promise<number> {
    for (;;) {
      const state = await this.readState();
      signal.throwIfAborted();
      const now = this.#clock.now();
      const free = nextSlotAt(state, this.#rules, now);
      if (free > now) {
        onWait(free, waitReason(free, state));
        await this.#sleepWithJitter(free, signal);
        continue;
      }
      const number = lastSlotNumber(state) + 1;
      if (!(await this.#store.tryTake(this.#scope, number))) {
        await this.#sleepWithJitter(now, signal);
        continue;
      }
      const after = await this.readState();
      if (isStaleNumber(number, after, this.#rules)) {
        await this.#store.remove(this.#scope, [number]);
        continue;
      }
      await this.#store.remove(this.#scope, expiredSlotNumbers(after, this.#rules, this.#clock.now()));
      signal.throwIfAborted();
      // Asked last: whoever is held up after this is on the way to the service, which `countedBy` allows for.
      if (this.#clock.now() - now <= MAX_TAKE_MS) {
        return number;
      }
    }
  }

  async #sleepWithJitter(until: number, signal: AbortSignal): Promise<void> {
    await sleepUntil(until + 1 + Math.random() * MAX_JITTER_MS, this.#clock, signal);
  }
}
