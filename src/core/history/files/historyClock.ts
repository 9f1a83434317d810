/** Time, as history sees it. Handed in, so that tests need not wait. */
export interface HistoryClock {
  /** ms since 1970 */
  now(): number;
  /** Runs something in so many ms. @returns what calls that off */
  schedule(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: HistoryClock = {
  now: () => Date.now(),
  schedule: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** ms that long work may take before all else has its turn. */
const MAX_SLICE_MS = 10;
/** What is worked on at once, so that a slow disk is not waited for each time. */
const MAX_CONCURRENCY = 4;

/** Cuts long work into pieces, so that keys, streams and other windows' messages are never kept waiting. */
export class TimeSlicer {
  readonly #clock: HistoryClock;
  #sliceStart: number;

  constructor(clock: HistoryClock) {
    this.#clock = clock;
    this.#sliceStart = clock.now();
  }

  /** To be awaited between steps, each a few ms at most. Rejects with an `AbortError` once the signal is aborted. */
  async yieldIfDue(signal?: AbortSignal): Promise<void> {
    if (this.#clock.now() - this.#sliceStart >= MAX_SLICE_MS) {
      await new Promise<void>((resolve) => this.#clock.schedule(0, resolve));
      this.#sliceStart = this.#clock.now();
    }
    if (signal?.aborted) {
      throw Object.assign(new Error('It was called off'), { name: 'AbortError' });
    }
  }

  /** Does the same to each, some at once, and gives what came of it in their order, with a `step` between those. */
  async *each<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly [Item, Result], void, undefined> {
    for (let first = 0; first < items.length; first += MAX_CONCURRENCY) {
      const some = items.slice(first, first + MAX_CONCURRENCY);
      for (const done of await Promise.all(some.map(async (item) => [item, await work(item)] as const))) {
        yield done;
        await this.yieldIfDue();
      }
      await this.yieldIfDue(signal);
    }
  }
}
