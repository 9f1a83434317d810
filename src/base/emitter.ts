/** Adds a listener. @returns what removes it */
export type Event<T> = (listener: (event: T) => void) => { dispose(): void };

/**
 * As VS Code's own, for what runs without it; but an error of a listener reaches whoever fires, and the listeners after
 * it are not called.
 */
export class Emitter<T> {
  readonly #listeners = new Set<{ call: (event: T) => void }>();

  readonly event: Event<T> = (call) => {
    // A function that is added twice is called twice.
    const listener = { call };
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const { call } of [...this.#listeners]) {
      call(event);
    }
  }
}
