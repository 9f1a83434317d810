import * as vscode from 'vscode';
import type { TimeLimits } from '../client/transport/timeLimits.ts';

/** Seconds that a `Retry-After` may ask for and still be waited without asking the user. */
export const MAX_WAIT_SECONDS = 60;

const BACKOFF_MS = 1000;

/** The range that the settings editor takes, and what holds when nothing in it is set. In seconds. */
const RESPONSE_TIMEOUT = { setting: 'responseTimeout', min: 10, max: 300, defaultSeconds: 180 };
const IDLE_TIMEOUT = { setting: 'idleTimeout', min: 5, max: 300, defaultSeconds: 60 };

/** The time limits, as the settings are now. */
export function readTimeLimits(): TimeLimits {
  return {
    responseTimeoutMs: readSeconds(RESPONSE_TIMEOUT) * 1000,
    idleTimeoutMs: readSeconds(IDLE_TIMEOUT) * 1000,
    initialBackoffMs: BACKOFF_MS,
    maxWaitMs: MAX_WAIT_SECONDS * 1000,
  };
}

function readSeconds({ setting, min, max, defaultSeconds }: typeof RESPONSE_TIMEOUT): number {
  const value: unknown = vscode.workspace.getConfiguration('assistant').get(setting);
  return typeof value === 'number' && value >= min && value <= max ? value : defaultSeconds;
}
