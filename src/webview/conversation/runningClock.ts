import type { AssistantTurnView } from '../../protocol/views.ts';

/** The times of a running reply, in ms. */
export interface RunningTimes {
  /** Since it began. */
  passed: number;
  /** Since the last text came, or the first look at the reply was taken. */
  pause: number;
  /** Until the wait is over; 0 or less where there is none any more. */
  left: number;
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
