import type { AssistantTurnView } from '../../protocol/conversation.ts';
import { formatDuration } from '../format.ts';
import { formatString, t } from '../l10n.ts';

const SECOND_MS = 1000;
/** Time without text after which the status says "Still waiting…". */
const LONG_WAIT_MS = 15_000;
/** Time without new text after which the status says for how long. */
const STALL_MS = 10_000;

/** The times of a running reply, in ms. */
interface ReplyTimes {
  /** Since the reply started. */
  elapsedMs: number;
  /** Since the last text arrived or, without text, since the reply was first shown. */
  stalledMs: number;
  /** Until the wait ends; 0 or less if it has ended. */
  waitLeftMs: number;
}

/** Status text of a running reply, valid for `nextChangeMs`. */
export interface ReplyProgress {
  text: string;
  /** Whether the request waits to be sent, and the text shows the remaining instead of the elapsed time. */
  isDelayed: boolean;
  /** Time until the text changes, in ms. */
  nextChangeMs: number;
}

export function formatReplyProgress(
  { status, wait }: AssistantTurnView,
  { elapsedMs, stalledMs, waitLeftMs }: ReplyTimes,
): ReplyProgress {
  if (wait !== undefined && waitLeftMs > 0) {
    const seconds = Math.ceil(waitLeftMs / SECOND_MS);
    return {
      text: formatString(wait.message, formatDuration(seconds)),
      isDelayed: true,
      nextChangeMs: waitLeftMs - (seconds - 1) * SECOND_MS,
    };
  }
  const elapsed = formatElapsed(elapsedMs);
  return {
    text:
      status === 'waiting'
        ? elapsedMs < LONG_WAIT_MS
          ? t('Waiting… {0}', elapsed)
          : t('Still waiting… {0}', elapsed)
        : stalledMs < STALL_MS
          ? t('Writing… {0}', elapsed)
          : t('Writing… {0}, idle for {1}', elapsed, formatElapsed(stalledMs)),
    isDelayed: false,
    nextChangeMs: SECOND_MS - (elapsedMs % SECOND_MS),
  };
}

function formatElapsed(ms: number): string {
  return formatDuration(Math.floor(ms / SECOND_MS));
}

/**
 * Measures the times of a running reply with the panel's monotonic clock, based on durations from the host: the
 * clocks of panel and host may differ.
 */
export class ReplyClock {
  readonly #now: () => number;
  #startedAt: number;
  #lastTextAt: number;
  #wait: AssistantTurnView['wait'];
  #waitEndsAt: number;

  /** @param now monotonic clock, in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#lastTextAt = this.#startedAt;
    this.#waitEndsAt = this.#startedAt;
  }

  /** Call when the host has sent the turn. An unchanged wait continues to count down. */
  update({ elapsedMs = 0, wait }: AssistantTurnView): void {
    const now = this.#now();
    // A delayed message makes the start look later than it was, so the earliest estimate is the best.
    this.#startedAt = Math.min(this.#startedAt, now - elapsedMs);
    if (wait?.message !== this.#wait?.message || wait?.remainingMs !== this.#wait?.remainingMs) {
      this.#wait = wait;
      this.#waitEndsAt = now + (wait?.remainingMs ?? 0);
    }
  }

  /** Call when text has arrived. */
  onText(): void {
    this.#lastTextAt = this.#now();
  }

  get times(): ReplyTimes {
    const now = this.#now();
    return {
      elapsedMs: now - this.#startedAt,
      stalledMs: now - this.#lastTextAt,
      waitLeftMs: this.#waitEndsAt - now,
    };
  }
}
