import type { Wait } from '../contract/replyEvent.ts';

/** Waits that are told by a callback, to be read in a loop until the work that tells them is over. */
export class WaitQueue {
  readonly #told: (Wait | undefined)[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (wait?: Wait): void => {
    this.#told.push(wait);
    this.#wake();
  };

  readonly close = (): void => {
    this.#isClosed = true;
    this.#wake();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Wait | undefined, void, undefined> {
    for (;;) {
      while (this.#told.length > 0) {
        yield this.#told.shift();
      }
      if (this.#isClosed) {
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
