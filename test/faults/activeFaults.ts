import type { ServiceResponse } from '../../src/localService/http/response.ts';
import type { Next } from '../../src/localService/interceptor.ts';
import type { ServiceOperation } from '../../src/localService/operations.ts';
import type { FaultyRequest, Treatment } from './fault.ts';

/** Requests that a fault applies to. */
export type Target = ServiceOperation | 'both';

interface Active {
  treat: Treatment;
  on: Target;
  /** Number of requests it still applies to. */
  remaining: number;
}

/** The active faults. One applies to each request: the first of those with a limit, otherwise the latest without. */
export class ActiveFaults {
  #active: Active[] = [];

  add(treat: Treatment, { on, times }: { on: Target; times: number }): void {
    this.#active.push({ treat, on, remaining: times });
  }

  clear(): void {
    this.#active = [];
  }

  /** Responds to a request, through the fault that applies to it, if any. */
  async handle(operation: ServiceOperation, request: FaultyRequest, next: Next): Promise<ServiceResponse> {
    const applicable = this.#active.filter(({ on }) => on === operation || on === 'both');
    const active = applicable.find(({ remaining }) => Number.isFinite(remaining)) ?? applicable.at(-1);
    if (active === undefined) {
      return next();
    }
    active.remaining -= 1;
    this.#active = this.#active.filter(({ remaining }) => remaining > 0);
    return active.treat(request, next);
  }
}
