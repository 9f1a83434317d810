/** Runs async jobs, at most `maxConcurrent` at a time. They begin in the order in which they were added, urgent ones first. */
export class BoundedQueue {
  readonly #maxConcurrent: number;
  #running = 0;
  /** Each begins a job. */
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  /** Settles as the job does. */
  async add<T>(job: () => Promise<T>, isUrgent = false): Promise<T> {
    if (this.#running < this.#maxConcurrent) {
      this.#running += 1;
    } else {
      await new Promise<void>((begin) => (isUrgent ? this.#urgent : this.#others).push(begin));
    }
    try {
      return await job();
    } finally {
      const beginNext = this.#urgent.shift() ?? this.#others.shift();
      if (beginNext === undefined) {
        this.#running -= 1;
      } else {
        beginNext();
      }
    }
  }
}
