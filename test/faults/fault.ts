import type { ServiceResponse } from '../../src/localService/http/response.ts';
import type { ServedRequest } from '../../src/localService/http/servedRequest.ts';
import type { Next } from '../../src/localService/interceptor.ts';

/** A request that a fault meets. */
export interface FaultyExchange extends ServedRequest {
  /** The origin of this service at another port of the same host. */
  elsewhere(): Promise<string>;
}

/** Gives an answer instead of the right one, or changes that one. */
export type Treatment = (exchange: FaultyExchange, next: Next) => ServiceResponse | Promise<ServiceResponse>;

/** One way in which a service can be wrong. */
export interface Fault {
  /** What it does, for people. */
  line: string;
  /** What may follow its id and a colon, with what holds without it. Absent where nothing may. */
  parameter?: string;
  /** How many requests it holds for when nobody says it; all where it is absent. */
  times?: number;
  /**
   * Begins anew: what it gives may count the requests it meets.
   * @throws Error for a parameter that it can't use
   */
  begin(parameter: string | undefined): Treatment;
}

export type Faults = Readonly<Record<string, Fault>>;

export interface FaultDetails {
  times?: number;
}

/** A fault without a parameter that treats each request alike. */
export function fault(line: string, treat: Treatment, details: FaultDetails = {}): Fault {
  return { line, ...details, begin: () => treat };
}

/** A fault with a whole number as its parameter. */
export function numberFault(
  line: string,
  { unit, otherwise }: { unit: string; otherwise: number },
  begin: (number: number) => Treatment,
  details: FaultDetails = {},
): Fault {
  return {
    line,
    parameter: `${unit}, ${otherwise} if not given`,
    ...details,
    begin(parameter = String(otherwise)) {
      if (!/^\d{1,9}$/.test(parameter)) {
        throw new Error(`takes a whole number (${unit}), not "${parameter}"`);
      }
      return begin(Number(parameter));
    },
  };
}

/** A fault with any text as its parameter. */
export function textFault(
  line: string,
  parameter: string,
  begin: (text: string | undefined) => Treatment,
): Fault {
  return { line, parameter, begin };
}

/** One fault for each of a list of values, by the id and the value. */
export function faultsFor<Value extends string | number>(
  id: string,
  values: readonly Value[],
  make: (value: Value) => Fault,
): Faults {
  return Object.fromEntries(values.map((value) => [`${id}.${value}`, make(value)]));
}
