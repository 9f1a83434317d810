interface Told<Event> {
  event: Event;
  onTaken: () => void;
}

/** Events that are told by callbacks, to be read in a loop until the work that tells them is over. */
export class EventQueue<Event> {
  readonly #told: Told<Event>[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (event: Event): void => void this.pushed(event);

  /** Resolves when the reader is done with the event: when it asks for what comes after it. */
  pushed(event: Event): Promise<void> {
    return new Promise((onTaken) => {
      this.#told.push({ event, onTaken });
      this.#wake();
    });
  }

  readonly close = (): void => {
    this.#isClosed = true;
    this.#wake();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      for (let told = this.#told.shift(); told !== undefined; told = this.#told.shift()) {
        yield told.event;
        told.onTaken();
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
