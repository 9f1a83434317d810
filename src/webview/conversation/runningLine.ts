import type { AssistantTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { fill, formatDuration } from '../format.ts';

const SECOND_MS = 1000;
/** From then on waiting is called long. */
const LONG_WAIT_MS = 15_000;
/** A pause in the text that is worth a word. */
const PAUSE_MS = 10_000;

/** The times of a running reply, in ms. */
interface RunningTimes {
  /** Since it began. */
  passed: number;
  /** Since the last text came, or the first look at the reply was taken. */
  pause: number;
  /** Until the wait is over; 0 or less where there is none any more. */
  left: number;
}

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

/**
 * Counts the times of a running reply from what the host told of them, by the panel's own clock: one that nobody
 * sets, and that need not agree with the host's.
 */
export class RunningClock {
  readonly #now: () => number;
  #beganAt: number;
  #textCameAt: number;
  #wait: AssistantTurnView['wait'];
  #waitEndsAt: number;

  /** @param now ms from any beginning; never jumps */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#beganAt = now();
    this.#textCameAt = this.#beganAt;
    this.#waitEndsAt = this.#beganAt;
  }

  /** The host has told this just now. What it tells once more goes on counting. */
  told({ runningForMs = 0, wait }: AssistantTurnView): void {
    const now = this.#now();
    // News that was long on its way makes the beginning look later than it was: the earliest is the best.
    this.#beganAt = Math.min(this.#beganAt, now - runningForMs);
    if (wait?.message !== this.#wait?.message || wait?.ms !== this.#wait?.ms) {
      this.#wait = wait;
      this.#waitEndsAt = now + (wait?.ms ?? 0);
    }
  }

  /** Ends a pause of the text. */
  textCame(): void {
    this.#textCameAt = this.#now();
  }

  get times(): RunningTimes {
    const now = this.#now();
    return { passed: now - this.#beganAt, pause: now - this.#textCameAt, left: this.#waitEndsAt - now };
  }
}
