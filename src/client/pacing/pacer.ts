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

/** A place among the requests of the last minute, taken by one request. */
export interface RequestSlot {
  /** The head of the answer is there, or there will be none: if the service counts the request, it has done so. */
  markCounted(): void;
}

/** Keeps the requests with a key within the service's limit (service interface: Limits). */
export interface Pacer {
  /**
   * A place for one request, at once or when one is free. `onWait` is called each time that what is expected
   * changes. Rejects with the signal's reason on an abort.
   */
  take(connection: Connection, signal: AbortSignal, onWait: SlotWaitListener): Promise<RequestSlot>;
  /** The service refused a request for being one too many: nobody takes a place before `until`, in ms since 1970. */
  blockUntil(connection: Connection, until: number): Promise<void>;
  /** How many places are free now. */
  countFreeSlots(connection: Connection): Promise<number>;
}

interface PacerDeps extends RateLimitRules {
  clock: Clock;
  /** Shared by all processes that are to keep the limit together. */
  slots: SlotStore;
  log: Pick<ClientLog, 'note'>;
}

/**
 * A pacer under which the service never counts more than `limit` requests with one key in any `windowMs`, from
 * all who share the store. Within one process, first come is first served.
 */
export function createPacer({ clock, slots, limit, windowMs, log }: PacerDeps): Pacer {
  const rules: RateLimitRules = { limit, windowMs };
  const store = withMemoryFallback(slots, clock, () =>
    log.note('Cannot share the request count with other windows; this window now counts on its own'),
  );
  const counters = new Map<string, { window: RateLimitWindow; line: AbortableQueue }>();
  let lastScope: Promise<string> = Promise.resolve('');

  /** One after the other: digests that are made side by side may be ready in another order. */
  function scopeOf(connection: Connection): Promise<string> {
    lastScope = lastScope.then(() => rateLimitScope(connection));
    return lastScope;
  }

  async function counterOf(connection: Connection) {
    const scope = await scopeOf(connection);
    const counter = counters.get(scope) ?? {
      window: new RateLimitWindow(store, scope, rules, clock),
      line: new AbortableQueue(),
    };
    counters.set(scope, counter);
    return { scope, ...counter };
  }

  async function takeNumber(
    connection: Connection,
    signal: AbortSignal,
    onWait: SlotWaitListener,
  ): Promise<{ scope: string; number: number }> {
    const { scope, window, line } = await counterOf(connection);
    const expect = skipMinorChanges(onWait, clock);
    const others = line.length;
    let isFirst = others === 0;
    if (!isFirst) {
      // Whoever stands in line learns at once how long that may take.
      void window.readState().then((state) => {
        if (!isFirst) {
          const free = nextSlotAt(state, rules, clock.now(), others);
          expect(free, waitReason(free, state));
        }
      });
    }
    const number = await line.add(signal, () => {
      isFirst = true;
      return window.take(signal, expect);
    });
    return { scope, number };
  }

  return {
    async take(connection, signal, onWait) {
      const { scope, number } = await abortable(
        takeNumber(connection, signal, (until, reason) => {
          if (!signal.aborted) {
            onWait(until, reason);
          }
        }),
        signal,
      );
      let isAnswered = false;
      return {
        markCounted: () => {
          if (!isAnswered) {
            isAnswered = true;
            void store.markCounted(scope, number);
          }
        },
      };
    },

    blockUntil: async (connection, until) => store.blockUntil(await scopeOf(connection), until),

    async countFreeSlots(connection) {
      const { window } = await counterOf(connection);
      return freeSlotCount(await window.readState(), rules, clock.now());
    },
  };
}

/** Tells of what is expected only what a person would notice: another time, or another reason for it. */
export function skipMinorChanges(onWait: SlotWaitListener, clock: Clock): SlotWaitListener {
  let told: number | undefined;
  let toldReason: string | undefined;
  return (at, reason) => {
    const isOther = toldReason !== undefined && toldReason !== reason;
    if (isOther || Math.abs(at - (told ?? clock.now())) > MAX_CLOCK_SKEW_MS) {
      told = at;
      toldReason = reason;
      onWait(at, reason);
    }
  };
}

/** Digits of the digest that are kept: 96 bits, so that no two keys meet and none can be got back. */
const SCOPE_CHARS = 24;

/**
 * What requests with the same key to the same address have in common: the service counts them together
 * (service interface: Limits). Fit for a file name, and says nothing of key and address.
 */
export async function rateLimitScope({ endpoint, apiKey }: Connection): Promise<string> {
  const text = new TextEncoder().encode(`${endpoint.origin}\n${apiKey}`);
  // A page that was not loaded securely has no `crypto.subtle`, but VS Code shows no webviews there either.
  const digest = await crypto.subtle.digest('SHA-256', text);
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, SCOPE_CHARS);
}

/** Lets work be done one after the other: first come, first served. */
class AbortableQueue {
  #tail: Promise<void> = Promise.resolve();
  #length = 0;

  /** How many are at work or wait. */
  get length(): number {
    return this.#length;
  }

  /** Does the work when all who came before have left. An abort leaves the line at once. */
  async add<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#tail = before.then(() => left);
    this.#length++;
    try {
      await abortable(before, signal);
      return await job();
    } finally {
      this.#length--;
      leave();
    }
  }
}
