import type { Failure, FailureKind } from '../../contract/failure.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import type { TimeLimits } from './timeLimits.ts';

/**
 * Maximum number of retries of one operation after a failure of each kind. Only failures before the body are retried:
 * once a reply has begun, nothing is ever repeated. The kinds not listed would fail the same way again.
 */
const MAX_RETRIES: Partial<Record<FailureKind, number>> = {
  hostNotFound: 1,
  offline: 2,
  refused: 2,
  unreachable: 2,
  notSecure: 1,
  timedOut: 1,
  serverError: 2,
  rateLimited: 2,
};

/** Server errors that are likely temporary: that of the service (service interface: Errors) and those of gateways. */
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

export interface FailedAttempt {
  failure: Failure;
  /**
   * With `timedOut`: the service can't be processing the request, because no connection was made or it was lost while
   * the machine slept.
   */
  isSafeToRetry?: boolean;
}

/** Maximum number of retries, of all requests of one operation together, that a failure allows. */
export function maxRetriesFor(
  { failure, isSafeToRetry = false }: FailedAttempt,
  network: NetworkEnvironment,
): number {
  const retries = MAX_RETRIES[failure.kind] ?? 0;
  switch (failure.kind) {
    case 'serverError':
      return TRANSIENT_STATUSES.has(failure.status ?? 0) ? retries : 0;
    case 'timedOut':
      return isSafeToRetry ? retries : 0;
    case 'offline':
      return network.isOnline() ? retries : 0;
    case 'unreachable':
      // A browser gives no reason, so it may be a permanent one.
      return network.isBrowser ? 0 : retries;
    default:
      return retries;
  }
}

/**
 * Delay before the next retry, in ms: the `Retry-After` of the service, otherwise exponential backoff, half of which is
 * random so that many clients do not retry at the same time. Returns `undefined` if the service asks for more than `maxWaitMs`.
 *
 * @param random from 0 to below 1
 */
export function retryDelayMs(
  { retryAfterSeconds = 0 }: Failure,
  retries: number,
  { initialBackoffMs, maxWaitMs }: TimeLimits,
  random: number = Math.random(),
): number | undefined {
  // 0, also for a date in the past, is treated like no Retry-After.
  if (retryAfterSeconds > 0) {
    const requestedMs = retryAfterSeconds * 1000;
    return requestedMs <= maxWaitMs ? requestedMs : undefined;
  }
  return Math.min(maxWaitMs, initialBackoffMs * 2 ** retries) * (0.5 + random / 2);
}
