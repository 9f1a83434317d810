import { ADVICE_BY_STATUS } from '../contract/failure.ts';
import { HttpError } from './http/httpError.ts';

const MINUTE_MS = 60_000;

/**
 * Limits each key's requests per minute (service interface: Limits). Rejected requests don't count, so waiting for
 * `Retry-After` is always enough.
 */
export class RateLimit {
  readonly #times = new Map<string, number[]>();
  readonly #limit: number;
  readonly #now: () => number;

  /** @param now current time, in ms */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** @throws HttpError with 429 and `Retry-After`, in whole seconds, if the key has reached its limit */
  take(key: string): void {
    const now = this.#now();
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - MINUTE_MS);
    this.#times.set(key, times);
    if (times.length < this.#limit) {
      times.push(now);
      return;
    }
    const freeAt = (times[0] ?? now) + MINUTE_MS;
    throw new HttpError(429, `More than ${this.#limit} requests in one minute. ${ADVICE_BY_STATUS[429]}.`, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil((freeAt - now) / 1000))) },
    });
  }
}
