import { ADVICE_BY_STATUS } from '../contract/failure.ts';
import { HttpError } from './http/httpError.ts';

/** What the service interface says under Limits. */
const MINUTE_MS = 60_000;

/**
 * Counts each key's requests over the last minute (service interface: Limits), or over a shorter window for
 * tests. A request that is refused does not count, so that waiting for as long as `Retry-After` says is always
 * enough.
 */
export class RateLimit {
  readonly #times = new Map<string, number[]>();
  readonly #limit: number;
  readonly #now: () => number;
  readonly #windowMs: number;

  /** `now` gives milliseconds. */
  constructor(limit: number, now: () => number, windowMs = MINUTE_MS) {
    this.#limit = limit;
    this.#now = now;
    this.#windowMs = windowMs;
  }

  /** @throws Refusal with 429 and `Retry-After` in whole seconds when the key has used up its minute */
  take(key: string): void {
    const now = this.#now();
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - this.#windowMs);
    this.#times.set(key, times);
    if (times.length < this.#limit) {
      times.push(now);
      return;
    }
    const free = (times[0] ?? now) + this.#windowMs;
    throw new HttpError(
      429,
      `More than ${this.#limit} requests in ${this.#windowText()}. ${ADVICE_BY_STATUS[429]}.`,
      {
        headers: { 'Retry-After': String(Math.max(1, Math.ceil((free - now) / 1000))) },
      },
    );
  }
  #windowText(): string {
    return this.#windowMs === MINUTE_MS ? 'one minute' : `${this.#windowMs} ms`;
  }
}
