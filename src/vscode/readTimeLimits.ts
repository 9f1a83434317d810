import * as vscode from 'vscode';
import type { TimeLimits } from '../client/transport/timeLimits.ts';

/** Maximum `Retry-After`, in seconds, that is waited without asking the user. */
export const MAX_WAIT_SECONDS = 60;

const BACKOFF_MS = 1000;
const REST_TIMEOUT_MS = 3000;

/** Range and default of each setting, in seconds. Must match `package.json`. */
const RESPONSE_TIMEOUT = { setting: 'responseTimeout', min: 10, max: 300, defaultSeconds: 180 };
const IDLE_TIMEOUT = { setting: 'idleTimeout', min: 5, max: 300, defaultSeconds: 60 };

/** The time limits from the current settings. */
export function readTimeLimits(): TimeLimits {
  return {
    responseTimeoutMs: readSeconds(RESPONSE_TIMEOUT) * 1000,
    idleTimeoutMs: readSeconds(IDLE_TIMEOUT) * 1000,
    restTimeoutMs: REST_TIMEOUT_MS,
    initialBackoffMs: BACKOFF_MS,
    maxWaitMs: MAX_WAIT_SECONDS * 1000,
  };
}

function readSeconds({ setting, min, max, defaultSeconds }: typeof RESPONSE_TIMEOUT): number {
  const value: unknown = vscode.workspace.getConfiguration('assistant').get(setting);
  return typeof value === 'number' && value >= min && value <= max ? value : defaultSeconds;
}
