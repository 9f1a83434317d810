import { onLeaving } from '../dom.ts';
import type { Host } from '../host.ts';

/** As much as the host may not know: with what it takes to write it down, half a second is lost at most. */
const UNTOLD_MS = 200;

/** Tells the host the unsent text a few times a second while it is being typed, and whenever the page may be about to go. */
export class DraftSync {
  readonly #host: Host;
  readonly #read: () => string;
  readonly #onTold: () => void;
  #told = '';
  #conversationId = '';
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

  /** What is typed from now on belongs to this conversation; what was typed before is told as that of the one before. */
  enter(conversationId: string): void {
    if (this.#conversationId !== '') {
      this.flush();
    }
    this.#conversationId = conversationId;
  }

  typed(): void {
    this.#timer ??= window.setTimeout(() => this.flush(), UNTOLD_MS);
  }

  /** The host knows this text: it is where it came from. */
  known(text: string): void {
    this.#endWait();
    this.#told = text;
    this.#onTold();
  }

  flush(): void {
    this.#endWait();
    if (this.isUntold) {
      const text = this.#read();
      this.known(text);
      const conversationId = this.#conversationId;
      this.#host.post({ type: 'draftChanged', ...(conversationId !== '' && { conversationId }), text });
    }
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
