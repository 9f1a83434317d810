import { abortable } from '../abortable.ts';
import type { Connection } from '../address/connection.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { RateLimitWindow, type SlotWaitListener } from './rateLimitWindow.ts';
import {
  freeSlotCount,
  MAX_CLOCK_SKEW_MS,
  nextSlotAt,
  type RateLimitRules,
  waitReason,
} from './slotSchedule.ts';
import { type SlotStore, withMemoryFallback } from './slotStore.ts';

export type { SlotWaitListener };

/** The slot of one request in the rate limit window. */
export interface RequestSlot {
  /** Called when the response headers arrive or the request fails: if the service counts it, it has done so by then. */
  markCounted(): void;
}

/** Keeps the requests with a key within the service's rate limit (service interface: Limits). */
export interface Pacer {
  /**
   * Resolves with a slot for one request as soon as one is free. `onWait` is called when the expected time or the
   * reason to wait changes. Rejects with the signal's reason on an abort.
   */
  take(connection: Connection, signal: AbortSignal, onWait: SlotWaitListener): Promise<RequestSlot>;
  /** Called after a 429: no slot is taken before `until`, in ms since 1970. */
  blockUntil(connection: Connection, until: number): Promise<void>;
  countFreeSlots(connection: Connection): Promise<number>;
}

interface PacerDeps extends RateLimitRules {
  clock: Clock;
  /** Shared by all processes that share the rate limit. */
  slots: SlotStore;
  log: Pick<ClientLog, 'note'>;
}

/**
 * A pacer with which the service never counts more than `limit` requests with one key in any `windowMs`, from all
 * processes that share the store. Within one process, slots are given in the order of the calls.
 */
export function createPacer({ clock, slots, limit, windowMs, log }: PacerDeps): Pacer {
  const rules: RateLimitRules = { limit, windowMs };
  const store = withMemoryFallback(slots, clock, () =>
    log.note('Cannot share the request count with other windows; this window now counts on its own'),
  );
  const counters = new Map<string, { rateLimitWindow: RateLimitWindow; queue: AbortableQueue }>();
  let lastScope: Promise<string> = Promise.resolve('');

  /** One at a time, to keep the order of the calls: digests computed in parallel may resolve in another order. */
  function scopeOf(connection: Connection): Promise<string> {
    lastScope = lastScope.then(() => rateLimitScope(connection));
    return lastScope;
  }

  async function counterOf(connection: Connection) {
    const scope = await scopeOf(connection);
    const counter = counters.get(scope) ?? {
      rateLimitWindow: new RateLimitWindow(store, scope, rules, clock),
      queue: new AbortableQueue(),
    };
    counters.set(scope, counter);
    return { scope, ...counter };
  }

  async function takeSlotNumber(
    connection: Connection,
    signal: AbortSignal,
    onWait: SlotWaitListener,
  ): Promise<{ scope: string; number: number }> {
    const { scope, rateLimitWindow, queue } = await counterOf(connection);
    const onVisibleWait = skipMinorChanges(onWait, clock);
    const ahead = queue.length;
    let isFirst = ahead === 0;
    if (!isFirst) {
      // Report the expected wait immediately, not only at the head of the queue.
      void rateLimitWindow.readState().then((state) => {
        if (!isFirst) {
          const freeAt = nextSlotAt(state, rules, clock.now(), ahead);
          onVisibleWait(freeAt, waitReason(freeAt, state));
        }
      });
    }
    const number = await queue.add(signal, () => {
      isFirst = true;
      return rateLimitWindow.take(signal, onVisibleWait);
    });
    return { scope, number };
  }

  return {
    async take(connection, signal, onWait) {
      const { scope, number } = await abortable(
        takeSlotNumber(connection, signal, (until, reason) => {
          if (!signal.aborted) {
            onWait(until, reason);
          }
        }),
        signal,
      );
      let isCounted = false;
      return {
        markCounted: () => {
          if (!isCounted) {
            isCounted = true;
            void store.markCounted(scope, number);
          }
        },
      };
    },

    blockUntil: async (connection, until) => store.blockUntil(await scopeOf(connection), until),

    async countFreeSlots(connection) {
      const { rateLimitWindow } = await counterOf(connection);
      return freeSlotCount(await rateLimitWindow.readState(), rules, clock.now());
    },
  };
}

/** Forwards only changes that a user would notice: a clearly different time, or another reason. */
export function skipMinorChanges(onWait: SlotWaitListener, clock: Clock): SlotWaitListener {
  let lastUntil: number | undefined;
  let lastReason: string | undefined;
  return (until, reason) => {
    const isOtherReason = lastReason !== undefined && lastReason !== reason;
    if (isOtherReason || Math.abs(until - (lastUntil ?? clock.now())) > MAX_CLOCK_SKEW_MS) {
      lastUntil = until;
      lastReason = reason;
      onWait(until, reason);
    }
  };
}

/** Length of a scope in hexadecimal digits: 96 bits, enough to rule out collisions of keys. */
const SCOPE_CHARS = 24;

/**
 * Identifies the requests that the service counts together: same key, same origin (service interface: Limits). A
 * digest, so that it is a valid file name and does not reveal the key or the origin.
 */
export async function rateLimitScope({ endpoint, apiKey }: Connection): Promise<string> {
  const input = new TextEncoder().encode(`${endpoint.origin}\n${apiKey}`);
  // A page that was not loaded securely has no `crypto.subtle`, but there VS Code shows no webviews either.
  const digest = await crypto.subtle.digest('SHA-256', input);
  const hexDigits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return hexDigits.join('').slice(0, SCOPE_CHARS);
}

/** Runs jobs one at a time, in the order in which they were added; a waiting job leaves the queue on an abort. */
class AbortableQueue {
  #tail: Promise<void> = Promise.resolve();
  #length = 0;

  /** Number of running and waiting jobs. */
  get length(): number {
    return this.#length;
  }

  /** Settles as the job does. Rejects with the signal's reason if it aborts before the job has started. */
  async add<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    const previous = this.#tail;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#tail = previous.then(() => left);
    this.#length++;
    try {
      await abortable(previous, signal);
      return await job();
    } finally {
      this.#length--;
      leave();
    }
  }
}
