import type { SavingState } from '../history.ts';
import type { ConversationLog } from './conversationLog.ts';
import type { HistoryClock } from './historyClock.ts';

/** ms until what could not be written is tried again: twice as long each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Knows which logs can't be written, says so, and tries them again until they are. */
export class SavingWatch {
  readonly #clock: HistoryClock;
  readonly #onChanged: () => void;
  readonly #failing = new Set<ConversationLog>();
  #state: SavingState = { saving: true };
  #pause = FIRST_PAUSE;
  #callOff: (() => void) | undefined;
  #retrying: Promise<void> | undefined;
  #isDisposed = false;

  constructor(clock: HistoryClock, onChanged: () => void) {
    this.#clock = clock;
    this.#onChanged = onChanged;
  }

  get state(): SavingState {
    return this.#state;
  }

  /** To be called when a log began or ended to fail. */
  look(log: ConversationLog): void {
    if (log.failure === undefined) {
      this.#failing.delete(log);
    } else {
      this.#failing.add(log);
      this.#later();
    }
    this.#tell(log.failure);
  }

  /** Tries all that failed again. */
  async retry(): Promise<void> {
    this.#retrying ??= this.#retryAll();
    await this.#retrying;
  }

  /** Makes a last attempt. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#callOff?.();
    await this.retry();
  }

  async #retryAll(): Promise<void> {
    this.#callOff?.();
    this.#callOff = undefined;
    await Promise.all([...this.#failing].map((log) => log.retry()));
    this.#retrying = undefined;
    if (this.#failing.size === 0) {
      this.#pause = FIRST_PAUSE;
    } else {
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
      this.#later();
    }
  }

  #later(): void {
    if (this.#callOff === undefined && this.#retrying === undefined && !this.#isDisposed) {
      this.#callOff = this.#clock.after(this.#pause, () => void this.retry());
    }
  }

  #tell(failure: string | undefined): void {
    const reason = failure ?? [...this.#failing][0]?.failure;
    const before = this.#state;
    this.#state = reason === undefined ? { saving: true } : { saving: false, reason };
    if (before.saving !== this.#state.saving || (!before.saving && before.reason !== reason)) {
      this.#onChanged();
    }
  }
}
