/** What must be left of an idle time for one more step to begin in it. ms */
const LEAST_LEFT = 4;

/** Work in small steps, done while the page has nothing else to do. */
export class IdleTask {
  readonly #step: () => boolean;
  #waiting: number | undefined;

  /** @param step does one step; false when there was nothing left to do */
  constructor(step: () => boolean) {
    this.#step = step;
  }

  start(): void {
    this.#waiting ??= requestIdleCallback((idle) => this.#run(idle));
  }

  #run(idle: IdleDeadline): void {
    this.#waiting = undefined;
    let isMore = this.#step();
    while (isMore && idle.timeRemaining() > LEAST_LEFT) {
      isMore = this.#step();
    }
    if (isMore) {
      this.start();
    }
  }
}
