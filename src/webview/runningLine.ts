import type { PanelStrings } from '../protocol/strings.ts';
import type { AssistantTurnView as AssistantTurn } from '../protocol/views.ts';
import { fill, formatDuration } from './format.ts';

const SECOND_MS = 1000;
/** From then on waiting is called long. */
const LONG_WAIT_MS = 15_000;
/** A pause in the text that is worth a word. */
const PAUSE_MS = 10_000;

/** What is said of a reply that runs, for the next while. */
export interface RunningLine {
  text: string;
  /** Whether the request is held back and the time that is left is counted, not the time that has passed. */
  isHeld: boolean;
  /** ms until the text changes by itself */
  changesIn: number;
}

/**
 * @param textCameAt when the last text came, or the first look at the reply was taken
 * @param now both in ms since 1970
 */
export function runningLine(
  { status, startedAt, wait }: AssistantTurn,
  textCameAt: number,
  now: number,
  strings: PanelStrings,
): RunningLine {
  const left = wait === undefined ? 0 : wait.until - now;
  if (wait !== undefined && left > 0) {
    const seconds = Math.ceil(left / SECOND_MS);
    return {
      text: fill(wait.message, formatDuration(seconds, strings)),
      isHeld: true,
      changesIn: left - (seconds - 1) * SECOND_MS,
    };
  }
  const passed = Math.max(0, now - startedAt);
  const pause = now - textCameAt;
  const { waiting, stillWaiting, writing, nothingFor } = strings;
  const template =
    status === 'waiting'
      ? passed < LONG_WAIT_MS
        ? waiting
        : stillWaiting
      : pause < PAUSE_MS
        ? writing
        : nothingFor;
  return {
    text: fill(template, duration(passed, strings), duration(pause, strings)),
    isHeld: false,
    changesIn: SECOND_MS - (passed % SECOND_MS),
  };
}

function duration(ms: number, strings: PanelStrings): string {
  return formatDuration(Math.floor(ms / SECOND_MS), strings);
}
