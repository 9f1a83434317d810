import type { AssistantTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { formatDuration, formatString } from '../format.ts';

const SECOND_MS = 1000;
/** From then on waiting is called long. */
const LONG_WAIT_MS = 15_000;
/** A pause in the text that is worth a word. */
const STALL_MS = 10_000;

/** The times of a running reply, in ms. */
interface ReplyTimes {
  /** Since it began. */
  elapsedMs: number;
  /** Since the last text came, or the first look at the reply was taken. */
  stalledMs: number;
  /** Until the wait is over; 0 or less where there is none any more. */
  waitLeftMs: number;
}

/** What is said of a reply that runs, for the next while. */
export interface ReplyProgress {
  text: string;
  /** Whether the request is held back and the time that is left is counted, not the time that has passed. */
  isDelayed: boolean;
  /** ms until the text changes by itself */
  nextChangeMs: number;
}

/** What is said at this point of its times. */
export function formatReplyProgress(
  { status, wait }: AssistantTurnView,
  { elapsedMs, stalledMs, waitLeftMs }: ReplyTimes,
  strings: PanelStrings,
): ReplyProgress {
  if (wait !== undefined && waitLeftMs > 0) {
    const seconds = Math.ceil(waitLeftMs / SECOND_MS);
    return {
      text: formatString(wait.message, formatDuration(seconds, strings)),
      isDelayed: true,
      nextChangeMs: waitLeftMs - (seconds - 1) * SECOND_MS,
    };
  }
  const { waiting, stillWaiting, writing, writingStalled } = strings;
  const template =
    status === 'waiting'
      ? elapsedMs < LONG_WAIT_MS
        ? waiting
        : stillWaiting
      : stalledMs < STALL_MS
        ? writing
        : writingStalled;
  return {
    text: formatString(template, formatElapsed(elapsedMs, strings), formatElapsed(stalledMs, strings)),
    isDelayed: false,
    nextChangeMs: SECOND_MS - (elapsedMs % SECOND_MS),
  };
}

function formatElapsed(ms: number, strings: PanelStrings): string {
  return formatDuration(Math.floor(ms / SECOND_MS), strings);
}

/**
 * Counts the times of a running reply from what the host told of them, by the panel's own clock: one that nobody
 * sets, and that need not agree with the host's.
 */
export class ReplyClock {
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
  update({ runningForMs = 0, wait }: AssistantTurnView): void {
    const now = this.#now();
    // News that was long on its way makes the beginning look later than it was: the earliest is the best.
    this.#beganAt = Math.min(this.#beganAt, now - runningForMs);
    if (wait?.message !== this.#wait?.message || wait?.remainingMs !== this.#wait?.remainingMs) {
      this.#wait = wait;
      this.#waitEndsAt = now + (wait?.remainingMs ?? 0);
    }
  }

  /** Ends a pause of the text. */
  onText(): void {
    this.#textCameAt = this.#now();
  }

  get times(): ReplyTimes {
    const now = this.#now();
    return {
      elapsedMs: now - this.#beganAt,
      stalledMs: now - this.#textCameAt,
      waitLeftMs: this.#waitEndsAt - now,
    };
  }
}
