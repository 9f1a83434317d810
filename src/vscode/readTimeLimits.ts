import type { TimeLimits } from '../client/transport/timeLimits.ts';
import { readNumber } from './numericSettings.ts';

/** Maximum `Retry-After`, in seconds, that is waited without asking the user. */
export const MAX_WAIT_SECONDS = 60;

const BACKOFF_MS = 1000;
const REST_TIMEOUT_MS = 3000;

/** The time limits from the current settings. */
export function readTimeLimits(): TimeLimits {
  return {
    responseTimeoutMs: readNumber('responseTimeout') * 1000,
    idleTimeoutMs: readNumber('idleTimeout') * 1000,
    restTimeoutMs: REST_TIMEOUT_MS,
    initialBackoffMs: BACKOFF_MS,
    maxWaitMs: MAX_WAIT_SECONDS * 1000,
  };
}
