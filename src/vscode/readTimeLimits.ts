import type { TimeLimits } from '../client/transport/timeLimits.ts';
import { readSetting } from './settings.ts';

/** Maximum `Retry-After`, in seconds, that is waited without asking the user. */
export const MAX_WAIT_SECONDS = 60;

const BACKOFF_MS = 1000;
const REST_TIMEOUT_MS = 3000;

/** The time limits from the current settings. */
export function readTimeLimits(): TimeLimits {
  return {
    responseTimeoutMs: readSetting('responseTimeout') * 1000,
    idleTimeoutMs: readSetting('idleTimeout') * 1000,
    restTimeoutMs: REST_TIMEOUT_MS,
    initialBackoffMs: BACKOFF_MS,
    maxWaitMs: MAX_WAIT_SECONDS * 1000,
  };
}
