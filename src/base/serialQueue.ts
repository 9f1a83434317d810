/**
 * Runs async jobs one at a time, in the order in which they were added. One that fails does not stop those after it. For
 * jobs that leave the queue when they are aborted, see `Line` in the client's pacer.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the job does, once it had its turn. */
  add<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job);
    this.#last = done;
    return done;
  }
}
