import type { Clock } from '../clock.ts';

/** The place of one request in the rate limit window. */
export interface Slot {
  /** From 1, without gaps, in the order in which slots are taken. */
  number: number;
  /** ms since 1970 */
  takenAt: number;
  /** Time by which the service had counted the request, in ms since 1970; absent if not known yet. */
  countedAt?: number;
}

export interface RateLimitState {
  /** Not sorted. */
  slots: readonly Slot[];
  /** No request may be sent before this time, in ms since 1970, because of a 429; 0 if there was none. */
  blockedUntil: number;
}

/**
 * Stores the slots of one or several processes that share a rate limit, per scope (a valid file name). Needs no lock:
 * it is enough that if several callers take the same number, exactly one succeeds. Every function rejects if the store
 * can't be used.
 */
export interface SlotStore {
  /** Includes at least all changes that were completed before the call. */
  readState(scope: string): Promise<RateLimitState>;
  /** Resolves with `false` if the slot is already taken. */
  tryTake(scope: string, number: number): Promise<boolean>;
  /** Records that the service has counted the request of this slot. Does nothing if the slot was removed. */
  markCounted(scope: string, number: number): Promise<void>;
  /** Ignores slots that were already removed. */
  remove(scope: string, numbers: readonly number[]): Promise<void>;
  /** If called several times, the latest `until` applies. */
  blockUntil(scope: string, until: number): Promise<void>;
}

const EMPTY_STATE: RateLimitState = { slots: [], blockedUntil: 0 };

/**
 * Slots of this process alone.
 *
 * @param initial states to start with, by scope
 */
export function createMemorySlots(
  clock: Pick<Clock, 'now'>,
  initial: ReadonlyMap<string, RateLimitState> = new Map(),
): SlotStore {
  const scopes = new Map(initial);
  const stateOf = (scope: string): RateLimitState => scopes.get(scope) ?? EMPTY_STATE;
  const setSlots = (scope: string, slots: readonly Slot[]): void => {
    scopes.set(scope, { ...stateOf(scope), slots });
  };
  return {
    readState: async (scope) => stateOf(scope),

    tryTake: async (scope, number) => {
      const { slots } = stateOf(scope);
      if (slots.some((slot) => slot.number === number)) {
        return false;
      }
      setSlots(scope, [...slots, { number, takenAt: clock.now() }]);
      return true;
    },

    markCounted: async (scope, number) => {
      const mark = (slot: Slot): Slot =>
        slot.number === number ? { ...slot, countedAt: clock.now() } : slot;
      setSlots(scope, stateOf(scope).slots.map(mark));
    },

    remove: async (scope, numbers) =>
      setSlots(
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
 * Continues in memory, from the last state read, as soon as `store` fails, so that a full or read-only disk does not
 * prevent requests. From then on this process counts on its own.
 */
export function withMemoryFallback(
  store: SlotStore,
  clock: Pick<Clock, 'now'>,
  onFallback: () => void,
): SlotStore {
  const lastStates = new Map<string, RateLimitState>();
  let memory: SlotStore | undefined;

  async function attempt<T>(work: (current: SlotStore) => Promise<T>): Promise<T> {
    if (memory === undefined) {
      try {
        return await work(store);
      } catch {
        // Several calls may fail at the same time; all continue in the same memory.
        if (memory === undefined) {
          memory = createMemorySlots(clock, lastStates);
          onFallback();
        }
      }
    }
    return work(memory);
  }

  return {
    readState: async (scope) => {
      const state = await attempt((current) => current.readState(scope));
      lastStates.set(scope, state);
      return state;
    },
    tryTake: (scope, number) => attempt((current) => current.tryTake(scope, number)),
    markCounted: (scope, number) => attempt((current) => current.markCounted(scope, number)),
    remove: (scope, numbers) => attempt((current) => current.remove(scope, numbers)),
    blockUntil: (scope, until) => attempt((current) => current.blockUntil(scope, until)),
  };
}
