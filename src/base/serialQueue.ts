/**
 * Runs async jobs one at a time, in the order in which they were added, also after a job has failed. For jobs that
 * leave the queue when aborted, see `AbortableQueue` in the client's pacer.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the job does. */
  add<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job);
    this.#last = done;
    return done;
  }
}
