import { SerialQueue } from '../../base/serialQueue.ts';
import type { Wait } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';
import type { Clock } from '../clock.ts';

/**
 * Called with the time at which a request can probably be sent, on the monotonic clock, and the reason to wait:
 * `pacing` if the limit is reached, `rateLimited` if the service has responded with 429.
 */
export type PacerWaitListener = (until: number, reason: Exclude<Wait['reason'], 'retry'>) => void;

/** Keeps the requests with a key within the service's rate limit (service interface: Limits). */
export interface Pacer {
  /**
   * Counts a request, as soon as one may be sent. `onWait` is called when the expected time changes. Rejects with the
   * signal's reason on an abort.
   * @returns the time until which the service asked to wait, on the monotonic clock, if that is longer than `maxWaitMs`:
   * the request is then not counted, and must not be sent
   */
  take(
    connection: Connection,
    signal: AbortSignal,
    onWait: PacerWaitListener,
    maxWaitMs?: number,
  ): Promise<number | undefined>;
  /** Called after a 429: nothing is sent before `until`, on the monotonic clock. */
  blockUntil(connection: Connection, until: number): Promise<void>;
  /** Number of requests that may be sent now. */
  countLeft(connection: Connection): Promise<number>;
}

/** At most `limit` requests with one key in any `windowMs`. */
interface RateLimitRules {
  limit: number;
  windowMs: number;
}

/**
 * A pacer for the requests of this process, which is one window: it knows nothing of others. If several together exceed
 * the limit, the service responds with 429, and `blockUntil` holds all requests of the window back.
 */
export function createPacer({ clock, ...rules }: RateLimitRules & { clock: Clock }): Pacer {
  const windows = new Map<string, SlidingWindow>();
  // Digests that are computed at the same time may be finished in any order, and requests keep theirs.
  const queue = new SerialQueue();

  function windowOf(connection: Connection): Promise<SlidingWindow> {
    return queue.add(async () => {
      const id = await rateLimitId(connection);
      const window = windows.get(id) ?? new SlidingWindow(clock, rules);
      windows.set(id, window);
      return window;
    });
  }

  return {
    take: async (connection, ...wait) => (await windowOf(connection)).take(...wait),
    blockUntil: async (connection, until) => (await windowOf(connection)).blockUntil(until),
    countLeft: async (connection) => (await windowOf(connection)).countLeft(),
  };
}

/**
 * Identifies the requests that the service counts together: same key, same origin (service interface: Limits). A
 * digest, so that the key is not kept in memory.
 */
async function rateLimitId({ endpoint, apiKey }: Connection): Promise<string> {
  const input = new TextEncoder().encode(`${endpoint.origin}\n${apiKey}`);
  // A page that was not loaded securely has no `crypto.subtle`, but there VS Code shows no webviews either.
  return new Uint8Array(await crypto.subtle.digest('SHA-256', input)).join();
}

/** Interval at which a waiting request computes its time again, since those before it may have been stopped, in ms. */
const RECHECK_MS = 1000;

class SlidingWindow {
  readonly #clock: Clock;
  readonly #rules: RateLimitRules;
  /** When the last requests were sent, at most `limit`, oldest first. */
  #sentAt: number[] = [];
  /** The places of the requests that wait, in the order of the calls. */
  readonly #waiting: object[] = [];
  #blockedUntil = 0;

  constructor(clock: Clock, rules: RateLimitRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  async take(
    signal: AbortSignal,
    onWait: PacerWaitListener,
    maxWaitMs = Number.POSITIVE_INFINITY,
  ): Promise<number | undefined> {
    const place = {};
    this.#waiting.push(place);
    try {
      let reported: number | undefined;
      for (;;) {
        signal.throwIfAborted();
        const now = this.#clock.monotonic();
        if (this.#blockedUntil - now > maxWaitMs) {
          return this.#blockedUntil;
        }
        const freeAt = this.#freeAt(this.#waiting.indexOf(place), now);
        if (freeAt <= now) {
          this.#sentAt = [...this.#sentAt, now].slice(-this.#rules.limit);
          return undefined;
        }
        if (freeAt !== reported) {
          reported = freeAt;
          onWait(freeAt, freeAt === this.#blockedUntil ? 'rateLimited' : 'pacing');
        }
        await this.#clock.sleep(Math.min(freeAt - now, RECHECK_MS), signal);
      }
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(place), 1);
    }
  }

  blockUntil(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  countLeft(): number {
    const { limit, windowMs } = this.#rules;
    const now = this.#clock.monotonic();
    return this.#blockedUntil > now
      ? 0
      : limit - this.#sentAt.filter((sentAt) => sentAt > now - windowMs).length;
  }

  /** The earliest time for the request after `ahead` others that wait; `now` if that is past. */
  #freeAt(ahead: number, now: number): number {
    const { limit, windowMs } = this.#rules;
    const times = [...this.#sentAt];
    for (;;) {
      const previous = times.at(-limit);
      const time = Math.max(now, this.#blockedUntil, previous === undefined ? 0 : previous + windowMs);
      if (times.length === this.#sentAt.length + ahead) {
        return time;
      }
      times.push(time);
    }
  }
}
