import type { ServiceResponse } from '../../src/localService/http/response.ts';
import type { ServedRequest } from '../../src/localService/http/servedRequest.ts';
import type { Next } from '../../src/localService/interceptor.ts';

/** A request that a fault applies to. */
export interface FaultyRequest extends ServedRequest {
  /** Resolves with an origin of this service at another port of the same host. */
  elsewhere(): Promise<string>;
}

/** Replaces or changes the regular response. */
export type Treatment = (request: FaultyRequest, next: Next) => ServiceResponse | Promise<ServiceResponse>;

/** A way in which a service or network can fail. */
export interface Fault {
  /** Shown by `--faults`, and in the table of test/faults/README.md. */
  description: string;
  /** Description of the parameter and its default; absent if the fault takes none. */
  parameter?: string;
  /** Default number of requests that it applies to. Defaults to all. */
  times?: number;
  /**
   * Starts the fault with a new state, such as a count of requests.
   * @throws Error if the parameter is invalid
   */
  begin(parameter: string | undefined): Treatment;
}

export type Faults = Readonly<Record<string, Fault>>;

export interface FaultDetails {
  times?: number;
}

/** A fault without parameter and state. */
export function fault(description: string, treat: Treatment, details: FaultDetails = {}): Fault {
  return { description, ...details, begin: () => treat };
}

/** A fault with a whole number as its parameter. */
export function numberFault(
  description: string,
  { unit, defaultValue }: { unit: string; defaultValue: number },
  begin: (number: number) => Treatment,
  details: FaultDetails = {},
): Fault {
  return {
    description,
    parameter: `${unit}, ${defaultValue} if not given`,
    ...details,
    begin(parameter = String(defaultValue)) {
      if (!/^\d{1,9}$/.test(parameter)) {
        throw new Error(`takes a whole number (${unit}), not "${parameter}"`);
      }
      return begin(Number(parameter));
    },
  };
}

/** A fault with any text as its parameter. */
export function textFault(
  description: string,
  parameter: string,
  begin: (text: string | undefined) => Treatment,
): Fault {
  return { description, parameter, begin };
}

/** Creates a fault for each value, with the id `id.value`. */
export function faultsFor<Value extends string | number>(
  id: string,
  values: readonly Value[],
  make: (value: Value) => Fault,
): Faults {
  return Object.fromEntries(values.map((value) => [`${id}.${value}`, make(value)]));
}
