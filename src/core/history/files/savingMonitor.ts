import type { SavingState } from '../history.ts';
import type { ConversationLog } from './conversationLog.ts';
import type { HistoryClock } from './historyClock.ts';

/** Delay before failed writes are retried. Doubles with each failure. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

/** Tracks which logs can't be written, reports it, and retries until they can. */
export class SavingMonitor {
  readonly #clock: HistoryClock;
  readonly #onChanged: () => void;
  readonly #failing = new Set<ConversationLog>();
  #state: SavingState = { isSaving: true };
  #backoff = MIN_BACKOFF_MS;
  #cancelRetry: (() => void) | undefined;
  #retrying: Promise<void> | undefined;
  #isDisposed = false;

  constructor(clock: HistoryClock, onChanged: () => void) {
    this.#clock = clock;
    this.#onChanged = onChanged;
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
      this.#scheduleRetry();
    }
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
    this.#cancelRetry?.();
    await this.retry();
  }

  async #retryAll(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    await Promise.all([...this.#failing].map((log) => log.retry()));
    this.#retrying = undefined;
    if (this.#failing.size === 0) {
      this.#backoff = MIN_BACKOFF_MS;
    } else {
      this.#backoff = Math.min(2 * this.#backoff, MAX_BACKOFF_MS);
      this.#scheduleRetry();
    }
  }

  #scheduleRetry(): void {
    if (this.#cancelRetry === undefined && this.#retrying === undefined && !this.#isDisposed) {
      this.#cancelRetry = this.#clock.schedule(this.#backoff, () => void this.retry());
    }
  }

  #updateState(failure: string | undefined): void {
    const reason = failure ?? [...this.#failing][0]?.failure;
    const before = this.#state;
    this.#state = reason === undefined ? { isSaving: true } : { isSaving: false, reason };
    if (before.isSaving !== this.#state.isSaving || (!before.isSaving && before.reason !== reason)) {
      this.#onChanged();
    }
  }
}
