/** Runs async jobs one at a time, in the order in which they were added, also after a job has failed. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the job does. */
  add<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job);
    this.#last = done;
    return done;
  }
}
