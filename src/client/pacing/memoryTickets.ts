import type { Clock } from '../clock.ts';
import type { Ticket, TicketState, TicketStore } from './ticketStore.ts';

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
