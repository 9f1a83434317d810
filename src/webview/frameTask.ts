/** Work that is done at most once an animation frame, however often it is asked for. */
export class FrameTask {
  readonly #work: () => void;
  #frame: number | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#work();
    });
  }

  cancel(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    }
  }
}
