import type { Clock } from '../clock.ts';
import { createMemoryTickets } from './memoryTickets.ts';
import type { TicketState, TicketStore } from './ticketStore.ts';

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
