/** Time for work in a frame, in ms. What it creates is styled and laid out in the same frame, which takes two to three times as long. */
const FRAME_BUDGET_MS = 4;

/** Does the next step of some work. Returns whether there are more. */
export type WorkStep = () => boolean;

/**
 * Does long work in steps: at once while the frame has time for it, the rest in the next frames. So no key or scroll waits
 * for long, however much there is to do. What was added last is done first: usually that is what the user sees.
 */
class FrameQueue {
  readonly #waiting: WorkStep[] = [];
  /** Time of the work in this frame, in ms. */
  #spentMs = 0;
  #isWorking = false;
  #frame: number | undefined;

  /** Work that is added twice is done once. */
  add(step: WorkStep): void {
    if (!this.#waiting.includes(step)) {
      this.#waiting.push(step);
      this.#work();
    }
  }

  #work(): void {
    if (this.#isWorking) {
      return;
    }
    this.#isWorking = true;
    try {
      for (
        let step = this.#waiting.at(-1);
        step && this.#spentMs < FRAME_BUDGET_MS;
        step = this.#waiting.at(-1)
      ) {
        this.#do(step);
      }
    } finally {
      this.#isWorking = false;
      this.#frame ??= requestAnimationFrame(() => this.#onFrame());
    }
  }

  #do(step: WorkStep): void {
    const begin = performance.now();
    let hasMore = false;
    try {
      hasMore = step();
    } finally {
      if (!hasMore) {
        this.#waiting.splice(this.#waiting.indexOf(step), 1);
      }
      this.#spentMs += performance.now() - begin;
    }
  }

  #onFrame(): void {
    this.#frame = undefined;
    this.#spentMs = 0;
    if (this.#waiting.length > 0) {
      this.#work();
    }
  }
}

/** Shared by all that draws: together they must fit into a frame. */
export const frameQueue = new FrameQueue();
