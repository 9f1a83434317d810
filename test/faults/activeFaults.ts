import type { ServiceResponse } from '../../src/localService/http/response.ts';
import type { Next } from '../../src/localService/interceptor.ts';
import type { ReplyChanges, ServiceOperation } from '../../src/localService/operations.ts';
import type { FaultyExchange, Treatment } from './fault.ts';

/** Which requests a fault is for. */
export type Target = ServiceOperation | 'both';

interface Active {
  treat: Treatment;
  on: Target;
  /** Requests it still holds for. */
  left: number;
}

/**
 * The faults that hold now. Those that hold until they are cleared all work together, the first one nearest to
 * the right answer; of those that hold for a number of requests each request takes the first one alone.
 */
export class ActiveFaults {
  #active: Active[] = [];

  add(treat: Treatment, { on, times }: { on: Target; times: number }): void {
    this.#active.push({ treat, on, left: times });
  }

  clear(): void {
    this.#active = [];
  }

  /** The answer to a request, by way of all faults that are for it. */
  answer(operation: ServiceOperation, exchange: FaultyExchange, next: Next): Promise<ServiceResponse> {
    let way = next;
    for (const treat of this.#take(operation)) {
      const inner = way;
      way = async (outer = {}) => treat(exchange, (own = {}) => inner(both(own, outer)));
    }
    return way();
  }

  #take(operation: ServiceOperation): Treatment[] {
    const own = this.#active.filter(({ on }) => on === operation || on === 'both');
    const queued = own.find(({ left }) => Number.isFinite(left));
    if (queued) {
      queued.left -= 1;
      this.#active = this.#active.filter(({ left }) => left > 0);
    }
    return own.filter((each) => each === queued || !Number.isFinite(each.left)).map(({ treat }) => treat);
  }
}

function both(first: ReplyChanges, second: ReplyChanges): ReplyChanges {
  return {
    ...first,
    ...second,
    parts: (parts) => {
      const changed = first.parts?.(parts) ?? parts;
      return second.parts?.(changed) ?? changed;
    },
  };
}
