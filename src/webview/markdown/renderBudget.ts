/** Time for which one render may block the panel, in ms. */
const BUDGET_MS = 400;
/**
 * Maximum total overrun of consecutive slow renders, in ms. One slow render, however long, may be due to a machine that
 * stalled; several in a row are not.
 */
const MAX_OVERRUN_MS = 2000;

/**
 * Layout is measured only if it may be slow, since measuring costs more than most renders: after a long piece, and
 * at every `RENDERS_PER_LAYOUT`th render while the open block is long. Lengths are UTF-16 code units.
 */
const LONG_PIECE_CHARS = 2000;
const LONG_BLOCK_CHARS = 4000;
const RENDERS_PER_LAYOUT = 20;

/** Measures the renders of one reply to detect when they are too slow. A fast render resets the overrun. */
export class RenderBudget {
  readonly #now: () => number;
  #overrunMs = 0;
  #renderCount = 0;

  /** @param now monotonic clock, in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the next render should force layout within the measured time: it may take longer than everything else. */
  isLayoutDue(pieceChars: number, openChars: number): boolean {
    this.#renderCount++;
    const isOpenDue = openChars > LONG_BLOCK_CHARS && this.#renderCount % RENDERS_PER_LAYOUT === 0;
    return pieceChars > LONG_PIECE_CHARS || isOpenDue;
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
