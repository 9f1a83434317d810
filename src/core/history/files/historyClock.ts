/** Injected, so that tests need not wait. */
export interface HistoryClock {
  /** The time of day, in ms since 1970. Jumps when the system clock is set, so no duration is computed from it. */
  now(): number;
  /** ms since an arbitrary start, never set. */
  monotonic(): number;
  /** @returns a function that cancels the call */
  schedule(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: HistoryClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

/** Schedules repeated attempts: the first after 1 s, then with growing delays of up to 30 s. */
export class Backoff {
  readonly #clock: HistoryClock;
  #delay = MIN_BACKOFF_MS;
  #cancel: (() => void) | undefined;

  constructor(clock: HistoryClock) {
    this.#clock = clock;
  }

  /** Does nothing if an attempt is scheduled already. */
  schedule(attempt: () => void): void {
    this.#cancel ??= this.#clock.schedule(this.#delay, () => {
      this.#cancel = undefined;
      this.#delay = Math.min(2 * this.#delay, MAX_BACKOFF_MS);
      attempt();
    });
  }

  /** Call when an attempt has succeeded, or none is needed any more. */
  reset(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#delay = MIN_BACKOFF_MS;
  }
}

/** Maximum time, in ms, that work runs before it yields to other tasks. */
const MAX_SLICE_MS = 10;
/** Maximum number of items processed concurrently, which hides the latency of a slow disk. */
const MAX_CONCURRENCY = 4;

/** Divides long work into time slices, so that typing, streams and messages of other windows are not delayed. */
export class TimeSlicer {
  readonly #clock: HistoryClock;
  #sliceStart: number;

  constructor(clock: HistoryClock) {
    this.#clock = clock;
    this.#sliceStart = clock.monotonic();
  }

  /** Await between steps that take a few ms at most. Rejects with an `AbortError` if the signal is aborted. */
  async yieldIfDue(signal?: AbortSignal): Promise<void> {
    if (this.#clock.monotonic() - this.#sliceStart >= MAX_SLICE_MS) {
      await new Promise<void>((resolve) => this.#clock.schedule(0, resolve));
      this.#sliceStart = this.#clock.monotonic();
    }
    if (signal?.aborted) {
      throw Object.assign(new Error('Aborted'), { name: 'AbortError' });
    }
  }

  /**
   * Applies `work` to all items, several at a time, and yields the results in order. Other tasks can run in between.
   */
  async *each<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): AsyncGenerator<readonly [Item, Result], void, undefined> {
    for (let first = 0; first < items.length; first += MAX_CONCURRENCY) {
      const batch = items.slice(first, first + MAX_CONCURRENCY);
      for (const entry of await Promise.all(batch.map(async (item) => [item, await work(item)] as const))) {
        yield entry;
        await this.yieldIfDue();
      }
    }
  }
}
