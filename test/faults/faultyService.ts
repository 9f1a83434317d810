import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../src/localService/server.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { ActiveFaults } from './activeFaults.ts';
import { beginFault } from './catalogue.ts';
import { changeFaults, FAULTS_PATH, type FaultControl } from './faultControl.ts';
import { createErrorResponse } from './responses.ts';

/** The local service with faults that tests control. */
export interface FaultyService extends LocalService, FaultControl {
  /**
   * Fails the next request to one of the two operations with this status; calls queue up. `body` defaults to an error
   * body like the service's own. The response waits for `when`.
   */
  failNext(
    status: number,
    body?: string,
    headers?: Readonly<Record<string, string>>,
    when?: Promise<unknown>,
  ): void;
}

/**
 * Starts the local service without any active fault.
 * @throws Error with the code `EADDRINUSE` if the port is in use
 */
export async function startFaultyService(
  options: Omit<LocalServiceOptions, 'intercept'> = {},
): Promise<FaultyService> {
  const faults = new ActiveFaults();
  let relay: Promise<Relay> | undefined;

  const faultControl: FaultControl = {
    fault: (id, { parameter, times, on = 'chat' } = {}) => {
      const { fault, treat } = beginFault({
        id,
        ...(parameter !== undefined && { parameter: String(parameter) }),
      });
      faults.add(treat, { on, times: times ?? fault.times ?? Number.POSITIVE_INFINITY });
    },
    clearFaults: () => faults.clear(),
  };
  const service = await startLocalService({
    ...options,
    intercept: (request, operation, next) => {
      if (`${request.method} ${request.path}` === `POST ${FAULTS_PATH}`) {
        return changeFaults(faultControl, request.body);
      }
      return operation === undefined ? next() : faults.handle(operation, { ...request, elsewhere }, next);
    },
  });

  /** Returns an origin at another port that forwards to the service, which records those requests too. */
  async function elsewhere(): Promise<string> {
    const { hostname, port } = new URL(service.baseUrl);
    relay ??= startRelay(Number(port));
    return `http://${hostname}:${(await relay).port}`;
  }

  return {
    ...service,
    ...faultControl,
    failNext: (status, body, headers = {}, when = undefined) => {
      const errorResponse = createErrorResponse(status, `Status ${status} on demand.`, headers);
      const response = { ...errorResponse, body: body ?? errorResponse.body };
      faults.add(async () => when?.then(() => response) ?? response, { on: 'both', times: 1 });
    },
    close: async () => {
      await (await relay)?.close();
      await service.close();
    },
  };
}
