/** Adds a listener. Disposing of the result removes it. */
export type Event<T> = (listener: (event: T) => void) => { dispose(): void };

/**
 * Like VS Code's `EventEmitter`, for code that runs without VS Code. As there, an error thrown by a listener affects
 * neither the other listeners nor the caller of `fire`: it is thrown later, as an unhandled one.
 */
export class Emitter<T> {
  readonly #listeners = new Set<{ call: (event: T) => void }>();

  readonly event: Event<T> = (call) => {
    // A wrapper, so that a function added twice is called twice.
    const listener = { call };
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const { call } of [...this.#listeners]) {
      try {
        call(event);
      } catch (error) {
        setTimeout(() => {
          throw error;
        }, 0);
      }
    }
  }
}
