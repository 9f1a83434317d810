import type { Clock } from '../clock.ts';

/** One request among those that count against the limit. */
export interface Ticket {
  /** From 1, without gaps, in the order in which the tickets were made. */
  number: number;
  /** ms since 1970 */
  madeAt: number;
  /** ms since 1970: the service had counted the request by then. Absent as long as nobody knows. */
  answeredAt?: number;
}

/** What is known in one scope. */
export interface TicketState {
  /** In any order. */
  tickets: readonly Ticket[];
  /** ms since 1970: the service refused a request, and none is to be sent before. 0 where it did not. */
  refusedUntil: number;
}

/**
 * Where tickets are kept, for all that share a limit: the processes of one machine, or one process. There is no
 * lock: all that it takes is that of several who make the same number exactly one succeeds. Every function
 * rejects where the store can't be used.
 *
 * @param scope safe as a file name; each has tickets of its own
 */
export interface TicketStore {
  /** Sees at least what was finished before it began. */
  list(scope: string): Promise<TicketState>;
  /** `false` where a ticket of that number exists: somebody else was quicker. */
  make(scope: string, number: number): Promise<boolean>;
  /** The service has counted the request of this ticket. Does nothing where it is gone. */
  answered(scope: string, number: number): Promise<void>;
  /** Does nothing for those that are gone. */
  remove(scope: string, numbers: readonly number[]): Promise<void>;
  /** The later of two refusals counts. */
  refuse(scope: string, until: number): Promise<void>;
}

const NOTHING: TicketState = { tickets: [], refusedUntil: 0 };

/**
 * Tickets of this process alone.
 *
 * @param known what is known before, by scope
 */
export function createMemoryTickets(
  clock: Pick<Clock, 'now'>,
  known: ReadonlyMap<string, TicketState> = new Map(),
): TicketStore {
  const scopes = new Map(known);
  const stateOf = (scope: string): TicketState => scopes.get(scope) ?? NOTHING;
  const change = (scope: string, tickets: readonly Ticket[]): void => {
    scopes.set(scope, { ...stateOf(scope), tickets });
  };
  return {
    list: async (scope) => stateOf(scope),

    make: async (scope, number) => {
      const { tickets } = stateOf(scope);
      if (tickets.some((ticket) => ticket.number === number)) {
        return false;
      }
      change(scope, [...tickets, { number, madeAt: clock.now() }]);
      return true;
    },

    answered: async (scope, number) => {
      const mark = (ticket: Ticket): Ticket =>
        ticket.number === number ? { ...ticket, answeredAt: clock.now() } : ticket;
      change(scope, stateOf(scope).tickets.map(mark));
    },

    remove: async (scope, numbers) =>
      change(
        scope,
        stateOf(scope).tickets.filter(({ number }) => !numbers.includes(number)),
      ),

    refuse: async (scope, until) => {
      const { tickets, refusedUntil } = stateOf(scope);
      scopes.set(scope, { tickets, refusedUntil: Math.max(refusedUntil, until) });
    },
  };
}

/**
 * A store that goes on in memory, with what it last saw, as soon as the one below can't be used: a disk that is
 * full or read-only keeps nobody from asking, but from then on this process counts alone.
 */
export function ticketsOrMemory(
  store: TicketStore,
  clock: Pick<Clock, 'now'>,
  onFallback: () => void,
): TicketStore {
  const seen = new Map<string, TicketState>();
  let memory: TicketStore | undefined;

  async function attempt<T>(work: (tickets: TicketStore) => Promise<T>): Promise<T> {
    if (memory === undefined) {
      try {
        return await work(store);
      } catch {
        // Several may fail at the same time, and all go on in the same memory.
        if (memory === undefined) {
          memory = createMemoryTickets(clock, seen);
          onFallback();
        }
      }
    }
    return work(memory);
  }

  return {
    list: async (scope) => {
      const state = await attempt((tickets) => tickets.list(scope));
      seen.set(scope, state);
      return state;
    },
    make: (scope, number) => attempt((tickets) => tickets.make(scope, number)),
    answered: (scope, number) => attempt((tickets) => tickets.answered(scope, number)),
    remove: (scope, numbers) => attempt((tickets) => tickets.remove(scope, numbers)),
    refuse: (scope, until) => attempt((tickets) => tickets.refuse(scope, until)),
  };
}
