import * as vscode from 'vscode';
import type { TimeLimits } from '../client/transport/timeLimits.ts';

/** Seconds that a `Retry-After` may ask for and still be waited without asking the user. */
export const LONGEST_WAIT_SECONDS = 60;

const BACKOFF_MS = 1000;

/** The range that the settings editor takes, and what holds when nothing in it is set. In seconds. */
const RESPONSE = { setting: 'responseTimeout', least: 10, most: 300, otherwise: 180 };
const IDLE = { setting: 'idleTimeout', least: 5, most: 300, otherwise: 60 };

/** The time limits, as the settings are now. */
export function readTimeLimits(): TimeLimits {
  return {
    responseMs: readSeconds(RESPONSE) * 1000,
    idleMs: readSeconds(IDLE) * 1000,
    backoffMs: BACKOFF_MS,
    longestWaitMs: LONGEST_WAIT_SECONDS * 1000,
  };
}

function readSeconds({ setting, least, most, otherwise }: typeof RESPONSE): number {
  const value: unknown = vscode.workspace.getConfiguration('assistant').get(setting);
  return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}
