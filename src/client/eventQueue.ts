/** Events that are told by callbacks, to be read in a loop until the work that tells them is over. */
export class EventQueue<Event> {
  readonly #told: Event[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (event: Event): void => {
    this.#told.push(event);
    this.#wake();
  };

  readonly close = (): void => {
    this.#isClosed = true;
    this.#wake();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      for (let event = this.#told.shift(); event !== undefined; event = this.#told.shift()) {
        yield event;
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
