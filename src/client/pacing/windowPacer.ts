import { abortable } from '../abortable.ts';
import type { Connection } from '../address/connection.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { limitScope } from './limitScope.ts';
import { Line } from './line.ts';
import type { Pacer, PlaceWait } from './pacer.ts';
import { freeAt, heldBy, placesLeft, type WindowRules } from './requestWindow.ts';
import type { TicketStore } from './ticketStore.ts';
import { ticketsOrMemory } from './ticketsOrMemory.ts';
import { noticeably, TicketWindow } from './ticketWindow.ts';

interface PacerDependencies extends WindowRules {
  clock: Clock;
  /** Shared by all processes that are to keep the limit together. */
  tickets: TicketStore;
  log: Pick<ClientLog, 'note'>;
}

/**
 * A pacer under which the service never counts more than `limit` requests with one key in any `windowMs`, from
 * all who share the store. Within one process, first come is first served.
 */
export function createPacer({ clock, tickets, limit, windowMs, log }: PacerDependencies): Pacer {
  const rules: WindowRules = { limit, windowMs };
  const store = ticketsOrMemory(tickets, clock, () =>
    log.note('Cannot share the count of requests with other windows; this one counts alone from now on'),
  );
  const counters = new Map<string, { window: TicketWindow; line: Line }>();
  let lastScope: Promise<string> = Promise.resolve('');

  /** One after the other: digests that are made side by side may be ready in another order. */
  function scopeOf(connection: Connection): Promise<string> {
    lastScope = lastScope.then(() => limitScope(connection));
    return lastScope;
  }

  async function counterOf(connection: Connection) {
    const scope = await scopeOf(connection);
    const counter = counters.get(scope) ?? {
      window: new TicketWindow(store, scope, rules, clock),
      line: new Line(),
    };
    counters.set(scope, counter);
    return { scope, ...counter };
  }

  async function takeNumber(
    connection: Connection,
    signal: AbortSignal,
    onWait: PlaceWait,
  ): Promise<{ scope: string; number: number }> {
    const { scope, window, line } = await counterOf(connection);
    const expect = noticeably(onWait, clock);
    const others = line.length;
    let isFirst = others === 0;
    if (!isFirst) {
      // Whoever stands in line learns at once how long that may take.
      void window.look().then((state) => {
        if (!isFirst) {
          const free = freeAt(state, rules, clock.now(), others);
          expect(free, heldBy(free, state));
        }
      });
    }
    const number = await line.enter(signal, () => {
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
        answered: () => {
          if (!isAnswered) {
            isAnswered = true;
            void store.answered(scope, number);
          }
        },
      };
    },

    refused: async (connection, until) => store.refuse(await scopeOf(connection), until),

    async left(connection) {
      const { window } = await counterOf(connection);
      return placesLeft(await window.look(), rules, clock.now());
    },
  };
}
