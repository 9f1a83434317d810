import { ADVICE } from '../contract/failure.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 60_000;

/**
 * Counts each key's requests over the last 60 seconds (service interface: Limits). A request that is refused
 * does not count, so that waiting for as long as `Retry-After` says is always enough.
 */
export class RateLimit {
  readonly #times = new Map<string, number[]>();
  readonly #limit: number;
  readonly #now: () => number;

  /** `now` gives milliseconds. */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** @throws Refusal with 429 and `Retry-After` in whole seconds when the key has used up its minute */
  take(key: string): void {
    const now = this.#now();
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
    this.#times.set(key, times);
    if (times.length < this.#limit) {
      times.push(now);
      return;
    }
    const free = (times[0] ?? now) + WINDOW_MS;
    throw new Refusal(429, `More than ${this.#limit} requests in one minute. ${ADVICE[429]}.`, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil((free - now) / 1000))) },
    });
  }
}
