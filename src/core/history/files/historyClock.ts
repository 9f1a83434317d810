/** Time, as history sees it. Handed in, so that tests need not wait. */
export interface HistoryClock {
  /** ms since 1970 */
  now(): number;
  /** Runs something in so many ms. @returns what calls that off */
  after(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: HistoryClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** ms that long work may take before all else has its turn. */
const LONGEST = 10;
/** What is worked on at once, so that a slow disk is not waited for each time. */
const AT_ONCE = 4;

/** Cuts long work into pieces, so that keys, streams and other windows' messages are never kept waiting. */
export class Pace {
  readonly #clock: HistoryClock;
  #since: number;

  constructor(clock: HistoryClock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** To be awaited between steps, each a few ms at most. Rejects with an `AbortError` once the signal is aborted. */
  async step(signal?: AbortSignal): Promise<void> {
    if (this.#clock.now() - this.#since >= LONGEST) {
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
      this.#since = this.#clock.now();
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
    for (let first = 0; first < items.length; first += AT_ONCE) {
      const some = items.slice(first, first + AT_ONCE);
      for (const done of await Promise.all(some.map(async (item) => [item, await work(item)] as const))) {
        yield done;
        await this.step();
      }
      await this.step(signal);
    }
  }
}
