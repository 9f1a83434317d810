import { onLeaving } from './dom.ts';
import type { Host } from './host.ts';

const PAUSE_MS = 150;

/** Tells the host the unsent text on each pause in typing and whenever the page may be about to go. */
export class Draft {
  readonly #host: Host;
  readonly #read: () => string;
  readonly #onTold: () => void;
  #told = '';
  #timer: number | undefined;

  /** @param onTold is called whenever the host knows another text than before */
  constructor(host: Host, read: () => string, onTold: () => void) {
    this.#host = host;
    this.#read = read;
    this.#onTold = onTold;
    onLeaving(() => this.flush());
  }

  /** The text as the host knows it. */
  get told(): string {
    return this.#told;
  }

  get isUntold(): boolean {
    return this.#read() !== this.#told;
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** The host knows this text: it is where it came from. */
  known(text: string): void {
    clearTimeout(this.#timer);
    this.#told = text;
    this.#onTold();
  }

  flush(): void {
    if (this.isUntold) {
      const text = this.#read();
      this.known(text);
      this.#host.post({ type: 'draftChanged', text });
    }
  }
}
