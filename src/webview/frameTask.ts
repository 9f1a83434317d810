/**
 * Work that is done at most once an animation frame, however often it is asked for. Slow work is followed by a
 * rest as long as itself, so that the page goes on answering its reader.
 */
export class FrameTask {
  readonly #work: () => void;
  #frame: number | undefined;
  /** ms on the clock of `performance.now` */
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
