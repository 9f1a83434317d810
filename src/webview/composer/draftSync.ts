import { listenForBlurOrHide } from '../dom.ts';
import type { Host } from '../host.ts';

/** As much as the host may not know: with what it takes to write it down, half a second is lost at most. */
const THROTTLE_MS = 200;

/** Tells the host the unsent text a few times a second while it is being typed, and whenever the page may be about to go. */
export class DraftSync {
  readonly #host: Host;
  readonly #readText: () => string;
  readonly #onSynced: () => void;
  #syncedText = '';
  #conversationId = '';
  #timer: number | undefined;

  /** @param onSynced is called whenever the host knows another text than before */
  constructor(host: Host, readText: () => string, onSynced: () => void) {
    this.#host = host;
    this.#readText = readText;
    this.#onSynced = onSynced;
    listenForBlurOrHide(() => this.flush());
  }

  /** The text as the host knows it. */
  get syncedText(): string {
    return this.#syncedText;
  }

  get isDirty(): boolean {
    return this.#readText() !== this.#syncedText;
  }

  /** What is typed from now on belongs to this conversation; what was typed before is told as that of the one before. */
  switchConversation(conversationId: string): void {
    if (this.#conversationId !== '') {
      this.flush();
    }
    this.#conversationId = conversationId;
  }

  schedule(): void {
    this.#timer ??= window.setTimeout(() => this.flush(), THROTTLE_MS);
  }

  /** The host knows this text: it is where it came from. */
  markSynced(text: string): void {
    this.#cancelTimer();
    this.#syncedText = text;
    this.#onSynced();
  }

  flush(): void {
    this.#cancelTimer();
    if (this.isDirty) {
      const text = this.#readText();
      this.markSynced(text);
      const conversationId = this.#conversationId;
      this.#host.post({ type: 'draftChanged', ...(conversationId !== '' && { conversationId }), text });
    }
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
