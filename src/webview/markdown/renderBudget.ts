/** Longer than this a reply should not keep the panel from answering its reader. ms */
const BUDGET_MS = 400;
/** What slow draws in a row may take beyond that: one may be the machine's fault, several are the text's. ms */
const MAX_OVERRUN_MS = 2000;

/** Measures the draws of one reply and tells when they are too slow to go on. A quick draw restores all patience. */
export class RenderBudget {
  readonly #now: () => number;
  #overrunMs = 0;

  /** @param now a clock that never goes back, in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the work; false when it is not to be done once more. */
  run(callback: () => void): boolean {
    const begin = this.#now();
    callback();
    const over = this.#now() - begin - BUDGET_MS;
    this.#overrunMs = over > 0 ? this.#overrunMs + over : 0;
    return this.#overrunMs <= MAX_OVERRUN_MS;
  }
}
