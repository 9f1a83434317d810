/** Of a frame's 16 ms, what may go into colours. */
const SLICE_MS = 5;
/** Painted before the clock is looked at again. */
const LINES_AT_ONCE = 10;

/** Paints so many lines from a position on; whether there are no more. */
type PaintLines = (from: number, count: number) => boolean;

/** Paints lines in their order: at once as long as that takes no time that can be felt, the rest in the next frames. */
export class PaintQueue {
  #waiting: { paint: PaintLines; from: number }[] = [];
  #frame: number | undefined;

  add(paint: PaintLines): void {
    this.#waiting.push({ paint, from: 0 });
    if (this.#frame === undefined) {
      this.#work();
    }
  }

  clear(): void {
    this.#waiting = [];
  }

  #work(): void {
    this.#frame = undefined;
    const end = performance.now() + SLICE_MS;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (next.paint(next.from, LINES_AT_ONCE)) {
        this.#waiting.shift();
      } else {
        next.from += LINES_AT_ONCE;
      }
      if (performance.now() >= end) {
        break;
      }
    }
    if (this.#waiting.length > 0) {
      this.#frame = requestAnimationFrame(() => this.#work());
    }
  }
}
