/**
 * Runs work at most once per animation frame. After each run it pauses for as long as the run took, so that slow work
 * doesn't block the page.
 */
export class FrameTask {
  readonly #work: () => void;
  #frame: number | undefined;
  /** In ms, on the clock of `performance.now`. */
  #cooldownUntil = 0;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#frame ??= requestAnimationFrame(() => this.#run());
  }

  cancel(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    }
  }

  #run(): void {
    this.#frame = undefined;
    const begin = performance.now();
    if (begin < this.#cooldownUntil) {
      this.schedule();
      return;
    }
    this.#work();
    const end = performance.now();
    this.#cooldownUntil = end + (end - begin);
  }
}
