/**
 * Follows the input method of the page: while it composes a word, a text that anything else writes into the box is lost or
 * inserted twice with the next key. The first script of the page creates it, since a composition may begin before anything
 * else has loaded.
 */
export class Composition {
  #field: EventTarget | null = null;
  /** In order. */
  #waiting: (() => void)[] = [];

  constructor() {
    const listen = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { capture: true });
    listen('compositionstart', ({ target }) => {
      this.#field = target;
    });
    // A box that loses the focus, or is removed with it, may not get the event for the end.
    for (const type of ['compositionend', 'focusin', 'focusout']) {
      listen(type, () => {
        this.#field = null;
        if (this.#waiting.length > 0) {
          // Not within the event: the browser places the caret after it.
          setTimeout(() => this.#runWaiting());
        }
      });
    }
  }

  /** Makes a change at once or, while a word is composed, after it. All changes are made in order. */
  whenDone(change: () => void): void {
    this.#waiting.push(change);
    this.#runWaiting();
  }

  /**
   * Ends a composition as if its box had lost the focus: what stands there stays. For what a person does meanwhile, with
   * the mouse, and before a box is removed.
   */
  finish(): void {
    const field = this.#field;
    if (field instanceof HTMLElement && field.isConnected) {
      field.blur();
      field.focus({ preventScroll: true });
    }
    this.#field = null;
    this.#runWaiting();
  }

  get #isRunning(): boolean {
    return this.#field instanceof Node && this.#field.isConnected;
  }

  #runWaiting(): void {
    if (!this.#isRunning) {
      for (const change of this.#waiting.splice(0)) {
        change();
      }
    }
  }
}
