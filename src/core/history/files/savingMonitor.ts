import type { SavingState } from '../history.ts';
import type { ConversationLog } from './conversationLog.ts';
import { Backoff, type HistoryClock } from './historyClock.ts';

/** Tracks which logs can't be written, reports it, and retries until they can. */
export class SavingMonitor {
  readonly #onChanged: () => void;
  readonly #backoff: Backoff;
  readonly #failing = new Set<ConversationLog>();
  #state: SavingState = { isSaving: true };
  #retrying: Promise<void> | undefined;
  #isDisposed = false;

  constructor(clock: HistoryClock, onChanged: () => void) {
    this.#onChanged = onChanged;
    this.#backoff = new Backoff(clock);
  }

  get state(): SavingState {
    return this.#state;
  }

  /** Call when a log starts or stops failing. */
  update(log: ConversationLog): void {
    if (log.failure === undefined) {
      this.#failing.delete(log);
    } else {
      this.#failing.add(log);
    }
    this.#scheduleRetry();
    this.#updateState(log.failure);
  }

  /** Retries all failing logs. */
  async retry(): Promise<void> {
    this.#retrying ??= this.#retryAll();
    await this.#retrying;
  }

  /** Retries once more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.retry();
    this.#backoff.reset();
  }

  async #retryAll(): Promise<void> {
    await Promise.all([...this.#failing].map((log) => log.retry()));
    this.#retrying = undefined;
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    if (this.#failing.size === 0) {
      this.#backoff.reset();
    } else if (this.#retrying === undefined && !this.#isDisposed) {
      this.#backoff.schedule(() => void this.retry());
    }
  }

  #updateState(failure: string | undefined): void {
    const [first] = this.#failing;
    const reason = failure ?? first?.failure;
    const before = this.#state;
    this.#state = reason === undefined ? { isSaving: true } : { isSaving: false, reason };
    if (before.isSaving !== this.#state.isSaving || (!before.isSaving && before.reason !== reason)) {
      this.#onChanged();
    }
  }
}
