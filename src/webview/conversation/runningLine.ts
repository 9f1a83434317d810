import type { PanelStrings } from '../../protocol/strings.ts';
import type { AssistantTurnView } from '../../protocol/views.ts';
import { fill, formatDuration } from '../format.ts';
import type { RunningTimes } from './runningClock.ts';

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

/** What is said at this point of its times. */
export function runningLine(
  { status, wait }: AssistantTurnView,
  { passed, pause, left }: RunningTimes,
  strings: PanelStrings,
): RunningLine {
  if (wait !== undefined && left > 0) {
    const seconds = Math.ceil(left / SECOND_MS);
    return {
      text: fill(wait.message, formatDuration(seconds, strings)),
      isHeld: true,
      changesIn: left - (seconds - 1) * SECOND_MS,
    };
  }
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
