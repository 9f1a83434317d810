/** Longer than this a reply should not keep the panel from answering its reader. ms */
const BOX_MS = 400;
/** What slow draws in a row may take beyond that: one may be the machine's fault, several are the text's. ms */
const PATIENCE_MS = 2000;

/** Measures the draws of one reply and tells when they are too slow to go on. A quick draw restores all patience. */
export class RenderBudget {
  readonly #now: () => number;
  #overdrawn = 0;

  /** @param now a clock that never goes back, in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the work; false when it is not to be done once more. */
  spend(work: () => void): boolean {
    const begin = this.#now();
    work();
    const over = this.#now() - begin - BOX_MS;
    this.#overdrawn = over > 0 ? this.#overdrawn + over : 0;
    return this.#overdrawn <= PATIENCE_MS;
  }
}
