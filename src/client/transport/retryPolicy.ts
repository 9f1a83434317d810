import type { Failure, FailureKind } from '../../contract/failure.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import type { TimeLimits } from './timeLimits.ts';

/**
 * How often a question may be sent again after a failure, counted over the whole question. Only failures from
 * before the body are asked about: once a reply has begun, nothing is ever repeated. What is not here was
 * answered, and would be answered the same way again.
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

/** The server errors that are likely to pass: the service's own (service interface: Errors) and those of gateways. */
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

/** A failure, with what its kind does not tell and a repeat depends on. */
export interface FailedAttempt {
  failure: Failure;
  /** With `timedOut`: the service can't be at work on the request, since no connection was made or it died in a sleep. */
  isSafeToRetry?: boolean;
}

/** How many repeats, of all requests of one question together, a failure allows. */
export function maxRetriesFor(
  { failure, isSafeToRetry = false }: FailedAttempt,
  network: NetworkEnvironment,
): number {
  const allowed = MAX_RETRIES[failure.kind] ?? 0;
  switch (failure.kind) {
    case 'serverError':
      return TRANSIENT_STATUSES.has(failure.status ?? 0) ? allowed : 0;
    case 'timedOut':
      return isSafeToRetry ? allowed : 0;
    case 'offline':
      return network.isOnline() ? allowed : 0;
    case 'unreachable':
      // A browser does not tell what happened, so it may be something that will happen again.
      return network.isBrowser ? 0 : allowed;
    default:
      return allowed;
  }
}

/**
 * ms to wait before the next repeat: what the service asked for, else twice as long each time, half of it by
 * chance so that many clients do not come back at once. `undefined` where the service asked for more than is
 * waited without asking the user.
 *
 * @param random from 0 to below 1
 */
export function retryDelayMs(
  { retryAfterSeconds = 0 }: Failure,
  retries: number,
  { initialBackoffMs, maxWaitMs }: TimeLimits,
  random: number = Math.random(),
): number | undefined {
  // A wait of 0 s, or until a time that is past, says nothing.
  if (retryAfterSeconds > 0) {
    const asked = retryAfterSeconds * 1000;
    return asked <= maxWaitMs ? asked : undefined;
  }
  return Math.min(maxWaitMs, initialBackoffMs * 2 ** retries) * (0.5 + random / 2);
}
