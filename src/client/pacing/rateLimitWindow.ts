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

/** Maximum time from reading the state to having taken a slot, in ms; a slot that took longer is not used. */
const MAX_TAKE_MS = 5000;

/** Maximum random delay, in ms, so that processes that wait for the same slot do not all try at the same time. */
const MAX_JITTER_MS = 50;

/**
 * Called with the time at which a slot is expected, in ms since 1970, and the reason to wait: `pacing` if the window is
 * full, `rateLimited` if the service has responded with 429 to any process that shares the window.
 */
export type SlotWaitListener = (until: number, reason: Exclude<Wait['reason'], 'retry'>) => void;

/** The slots of one scope, as seen by one process. */
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
   * Takes a slot as soon as the rules allow it and resolves with its number. Rejects with the signal's reason on an
   * abort.
   *
   * Other processes do the same concurrently, and each may be delayed or killed between any two steps. The limit still
   * holds (see `nextSlotAt`):
   * - If several take the same number, one succeeds and the others read the state again.
   * - The state may be outdated when the slot is taken, but what it allowed stays allowed, since slots only get older.
   * - A number that was taken and removed in the meantime is recognized by reading the state again, and given back.
   * - If taking a slot took too long, or its process was killed, the slot counts as sent until it expires.
   */
  async take(signal: AbortSignal, onWait: SlotWaitListener): Promise<number> {
    for (;;) {
      const state = await this.readState();
      signal.throwIfAborted();
      const now = this.#clock.now();
      const freeAt = nextSlotAt(state, this.#rules, now);
      if (freeAt > now) {
        onWait(freeAt, waitReason(freeAt, state));
        await this.#sleepWithJitter(freeAt, signal);
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
      // Checked last: a delay after this counts as transit to the service, which `latestCountedAt` allows for.
      if (this.#clock.now() - now <= MAX_TAKE_MS) {
        return number;
      }
    }
  }

  async #sleepWithJitter(until: number, signal: AbortSignal): Promise<void> {
    await sleepUntil(until + 1 + Math.random() * MAX_JITTER_MS, this.#clock, signal);
  }
}
