/** Time for which one render may block the panel, in ms. */
const BUDGET_MS = 400;
/**
 * Maximum total overrun of consecutive slow renders, in ms. One slow render, however long, may be due to a machine that
 * stalled; several in a row are not.
 */
const MAX_OVERRUN_MS = 2000;

/** Measures the renders of one reply to detect when they are too slow. A fast render resets the overrun. */
export class RenderBudget {
  readonly #now: () => number;
  #overrunMs = 0;

  /** @param now monotonic clock, in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the callback. Returns false once the budget is exhausted. */
  run(callback: () => void): boolean {
    const begin = this.#now();
    callback();
    const overrunMs = this.#now() - begin - BUDGET_MS;
    this.#overrunMs = overrunMs > 0 ? this.#overrunMs + Math.min(overrunMs, MAX_OVERRUN_MS) : 0;
    return this.#overrunMs <= MAX_OVERRUN_MS;
  }
}
