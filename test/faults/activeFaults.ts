import type { ServiceResponse } from '../../src/localService/http/response.ts';
import type { Next } from '../../src/localService/interceptor.ts';
import type { ReplyChanges, ServiceOperation } from '../../src/localService/operations.ts';
import type { FaultyRequest, Treatment } from './fault.ts';

/** Requests that a fault applies to. */
export type Target = ServiceOperation | 'both';

interface Active {
  treat: Treatment;
  on: Target;
  /** Number of requests it still applies to. */
  remaining: number;
}

/**
 * The active faults. Faults without a limit on the number of requests apply together, in the order in which they were
 * added. Of the faults with a limit, only the first one applies to a request.
 */
export class ActiveFaults {
  #active: Active[] = [];

  add(treat: Treatment, { on, times }: { on: Target; times: number }): void {
    this.#active.push({ treat, on, remaining: times });
  }

  clear(): void {
    this.#active = [];
  }

  /** Responds to a request through all faults that apply to it. */
  handle(operation: ServiceOperation, request: FaultyRequest, next: Next): Promise<ServiceResponse> {
    let respond = next;
    for (const treat of this.#take(operation)) {
      const previous = respond;
      respond = async (outer = {}) => treat(request, (inner = {}) => previous(mergeChanges(inner, outer)));
    }
    return respond();
  }

  #take(operation: ServiceOperation): Treatment[] {
    const applicable = this.#active.filter(({ on }) => on === operation || on === 'both');
    const queued = applicable.find(({ remaining }) => Number.isFinite(remaining));
    if (queued) {
      queued.remaining -= 1;
      this.#active = this.#active.filter(({ remaining }) => remaining > 0);
    }
    return applicable
      .filter((each) => each === queued || !Number.isFinite(each.remaining))
      .map(({ treat }) => treat);
  }
}

function mergeChanges(first: ReplyChanges, second: ReplyChanges): ReplyChanges {
  return {
    ...first,
    ...second,
    parts: (parts) => {
      const changed = first.parts?.(parts) ?? parts;
      return second.parts?.(changed) ?? changed;
    },
  };
}
