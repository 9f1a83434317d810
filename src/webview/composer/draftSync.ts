import { listenForBlurOrHide } from '../dom.ts';
import { type Host, textError } from '../host.ts';

/** Maximum delay until the host gets a change, in ms. With the delay of the host's write, at most 0.5 s is lost. */
const THROTTLE_MS = 200;

/** Sends the draft to the host while the user types, and immediately if the page may be about to unload. */
export class DraftSync {
  readonly #host: Host;
  readonly #readText: () => string;
  readonly #onSynced: () => void;
  #syncedText = '';
  #conversationId = '';
  #timer: number | undefined;

  /** @param onSynced called after `syncedText` has changed */
  constructor(host: Host, readText: () => string, onSynced: () => void) {
    this.#host = host;
    this.#readText = readText;
    this.#onSynced = onSynced;
    listenForBlurOrHide(() => this.flush());
  }

  /** The text that the host has. */
  get syncedText(): string {
    return this.#syncedText;
  }

  get isDirty(): boolean {
    return this.#readText() !== this.#syncedText;
  }

  /** Later changes belong to this conversation. Pending ones are sent for the previous conversation. */
  switchConversation(conversationId: string): void {
    if (this.#conversationId !== '') {
      this.flush();
    }
    this.#conversationId = conversationId;
  }

  schedule(): void {
    this.#timer ??= window.setTimeout(() => this.flush(), THROTTLE_MS);
  }

  /** Records that the host has this text. */
  markSynced(text: string): void {
    this.#cancelTimer();
    this.#syncedText = text;
    this.#onSynced();
  }

  flush(): void {
    this.#cancelTimer();
    const text = this.#readText();
    // The composer says that a text is too long.
    if (this.isDirty && textError(text) === undefined) {
      this.markSynced(text);
      const conversationId = this.#conversationId;
      this.#host.post({
        type: 'draftChanged',
        ...(conversationId !== '' && { draftOf: conversationId }),
        text,
      });
    }
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
