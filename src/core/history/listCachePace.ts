/** Time, as a test can bring its own. */
export interface CacheClock {
  /** ms */
  now(): number;
  /** Runs something later. @returns what calls that off */
  after(ms: number, run: () => void): () => void;
}

export const realClock: CacheClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** ms that long work may take before all else has its turn. */
const LONGEST = 10;

/** Cuts long work into pieces, so that keys, streams and other windows' messages are never kept waiting. */
export class Pace {
  readonly #clock: CacheClock;
  #since: number;

  constructor(clock: CacheClock) {
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
}
