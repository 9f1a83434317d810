import { abortable } from '../abortable.ts';

/** Lets work be done one after the other: first come, first served. */
export class Line {
  #last: Promise<void> = Promise.resolve();
  #length = 0;

  /** How many are at work or wait. */
  get length(): number {
    return this.#length;
  }

  /** Does the work when all who came before have left. An abort leaves the line at once. */
  async enter<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last = before.then(() => left);
    this.#length++;
    try {
      await abortable(before, signal);
      return await work();
    } finally {
      this.#length--;
      leave();
    }
  }
}
