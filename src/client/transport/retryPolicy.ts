import type { Failure, FailureKind } from '../../contract/failure.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import type { TimeLimits } from './timeLimits.ts';

/**
 * Maximum number of retries of a question. After these failures the service has not begun to answer it: it said so (429),
 * or the request is known not to have left this machine. After any other, such as a lost connection or a 503, it may be
 * answering, and a retry could be a second reply to pay for: that is left to the user.
 */
const MAX_RETRIES: Partial<Record<FailureKind, number>> = {
  hostNotFound: 1,
  offline: 2,
  refused: 2,
  notSecure: 1,
  connectTimedOut: 1,
  rateLimited: 2,
};

/** Maximum number of retries of a request that may be sent any number of times. */
const MAX_RETRIES_OF_GET: typeof MAX_RETRIES = { ...MAX_RETRIES, unreachable: 2, serverError: 2 };

/** Maximum number of retries, of all requests of one operation together, that a failure allows. */
export function maxRetriesFor(
  { kind }: Failure,
  method: 'GET' | 'POST',
  { isOnline, isBrowser }: NetworkEnvironment,
): number {
  if ((kind === 'offline' && !isOnline()) || (kind === 'unreachable' && isBrowser)) {
    // A browser gives no reason, so it may be a permanent one.
    return 0;
  }
  return (method === 'GET' ? MAX_RETRIES_OF_GET : MAX_RETRIES)[kind] ?? 0;
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
