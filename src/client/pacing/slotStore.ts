import type { Clock } from '../clock.ts';

/** One request among those that count against the limit. */
export interface Slot {
  /** From 1, without gaps, in the order in which the tickets were made. */
  number: number;
  /** ms since 1970 */
  takenAt: number;
  /** ms since 1970: the service had counted the request by then. Absent as long as nobody knows. */
  countedAt?: number;
}

/** What is known in one scope. */
export interface RateLimitState {
  /** In any order. */
  slots: readonly Slot[];
  /** ms since 1970: the service refused a request, and none is to be sent before. 0 where it did not. */
  blockedUntil: number;
}

/**
 * Where tickets are kept, for all that share a limit: the processes of one machine, or one process. There is no
 * lock: all that it takes is that of several who make the same number exactly one succeeds. Every function
 * rejects where the store can't be used.
 *
 * @param scope safe as a file name; each has tickets of its own
 */
export interface SlotStore {
  /** Sees at least what was finished before it began. */
  readState(scope: string): Promise<RateLimitState>;
  /** `false` where a ticket of that number exists: somebody else was quicker. */
  tryTake(scope: string, number: number): Promise<boolean>;
  /** The service has counted the request of this ticket. Does nothing where it is gone. */
  markCounted(scope: string, number: number): Promise<void>;
  /** Does nothing for those that are gone. */
  remove(scope: string, numbers: readonly number[]): Promise<void>;
  /** The later of two refusals counts. */
  blockUntil(scope: string, until: number): Promise<void>;
}

const EMPTY_STATE: RateLimitState = { slots: [], blockedUntil: 0 };

/**
 * Tickets of this process alone.
 *
 * @param initial what is known before, by scope
 */
export function createMemorySlots(
  clock: Pick<Clock, 'now'>,
  initial: ReadonlyMap<string, RateLimitState> = new Map(),
): SlotStore {
  const scopes = new Map(initial);
  const stateOf = (scope: string): RateLimitState => scopes.get(scope) ?? EMPTY_STATE;
  const change = (scope: string, slots: readonly Slot[]): void => {
    scopes.set(scope, { ...stateOf(scope), slots });
  };
  return {
    readState: async (scope) => stateOf(scope),

    tryTake: async (scope, number) => {
      const { slots } = stateOf(scope);
      if (slots.some((ticket) => ticket.number === number)) {
        return false;
      }
      change(scope, [...slots, { number, takenAt: clock.now() }]);
      return true;
    },

    markCounted: async (scope, number) => {
      const mark = (ticket: Slot): Slot =>
        ticket.number === number ? { ...ticket, countedAt: clock.now() } : ticket;
      change(scope, stateOf(scope).slots.map(mark));
    },

    remove: async (scope, numbers) =>
      change(
        scope,
        stateOf(scope).slots.filter(({ number }) => !numbers.includes(number)),
      ),

    blockUntil: async (scope, until) => {
      const { slots, blockedUntil } = stateOf(scope);
      scopes.set(scope, { slots, blockedUntil: Math.max(blockedUntil, until) });
    },
  };
}

/**
 * A store that goes on in memory, with what it last saw, as soon as the one below can't be used: a disk that is
 * full or read-only keeps nobody from asking, but from then on this process counts alone.
 */
export function withMemoryFallback(
  store: SlotStore,
  clock: Pick<Clock, 'now'>,
  onFallback: () => void,
): SlotStore {
  const seen = new Map<string, RateLimitState>();
  let memory: SlotStore | undefined;

  async function attempt<T>(work: (tickets: SlotStore) => Promise<T>): Promise<T> {
    if (memory === undefined) {
      try {
        return await work(store);
      } catch {
        // Several may fail at the same time, and all go on in the same memory.
        if (memory === undefined) {
          memory = createMemorySlots(clock, seen);
          onFallback();
        }
      }
    }
    return work(memory);
  }

  return {
    readState: async (scope) => {
      const state = await attempt((tickets) => tickets.readState(scope));
      seen.set(scope, state);
      return state;
    },
    tryTake: (scope, number) => attempt((tickets) => tickets.tryTake(scope, number)),
    markCounted: (scope, number) => attempt((tickets) => tickets.markCounted(scope, number)),
    remove: (scope, numbers) => attempt((tickets) => tickets.remove(scope, numbers)),
    blockUntil: (scope, until) => attempt((tickets) => tickets.blockUntil(scope, until)),
  };
}
