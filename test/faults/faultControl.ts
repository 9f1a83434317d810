import { CONTROL_PATH } from '../../src/localService/control.ts';
import { HttpError } from '../../src/localService/http/httpError.ts';
import { jsonResponse, type ServiceResponse } from '../../src/localService/http/response.ts';
import type { Target } from './activeFaults.ts';

/** Parameter of a fault and the requests that it applies to. */
export interface FaultOptions {
  /** The part after the colon on the command line, such as a number of ms. */
  parameter?: string | number;
  /** Number of requests. Defaults to that of the fault, otherwise all until `clearFaults`. */
  times?: number;
  /** Defaults to `chat`. */
  on?: Target;
}

/** Switches faults on and off. */
export interface FaultControl {
  /**
   * Starts a fault of the catalogue. Faults with a number of requests apply first, one after the other; otherwise the
   * latest of the others applies.
   * @throws Error for an unknown id or an invalid parameter
   */
  fault(id: string, options?: FaultOptions): void;
  /** Ends all faults, including queued ones of `failNext`. */
  clearFaults(): void;
}

/** Path for `POST` with `{id, parameter?, times?, on?}`, with `{clear: true}`, or with both, which clears first. */
export const FAULTS_PATH = `${CONTROL_PATH}faults`;

/** @throws HttpError with 422 */
export function changeFaults(control: FaultControl, body: unknown): ServiceResponse {
  const { id, clear, parameter, times, on } = { ...(typeof body === 'object' ? body : {}) } as Readonly<
    Record<string, unknown>
  >;
  if (clear === true) {
    control.clearFaults();
  }
  if (id !== undefined || clear !== true) {
    const options = {
      ...(parameter !== undefined && { parameter: String(parameter) }),
      ...(times !== undefined && { times: readTimes(times) }),
      ...(on !== undefined && { on: readTarget(on) }),
    };
    try {
      control.fault(String(id), options);
    } catch (error) {
      throw new HttpError(422, error instanceof Error ? error.message : String(error));
    }
  }
  return jsonResponse(200, { ok: true });
}

function readTarget(value: unknown): Target {
  if (value === 'chat' || value === 'models' || value === 'both') {
    return value;
  }
  throw new HttpError(422, 'on must be "chat", "models" or "both".', { param: 'on' });
}

function readTimes(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) {
    return value;
  }
  throw new HttpError(422, 'times must be a whole number of at least 1.', { param: 'times' });
}
