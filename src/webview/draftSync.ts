import { omitUndefined } from '../base/omitUndefined.ts';
import { listenForBlurOrHide } from './dom.ts';
import { type Host, textError } from './host.ts';

/** Each change of a longer text would be a long message. */
const MAX_UNTHROTTLED_CHARS = 20_000;
/** Maximum delay until the host gets a change of a longer text, in ms. With the host's own delay, at most 0.5 s is lost. */
const THROTTLE_MS = 200;

/**
 * Sends the unsent text of the composer, or of a question that is edited, to the host with each change: a key that shows
 * another view removes the page at once, and what it posts then is lost. The only place where a page keeps the text: VS
 * Code stores the page's own state on disk as it is.
 */
export class DraftSync {
  readonly #host: Host;
  readonly #readText: () => string | undefined;
  readonly #onSynced: () => void;
  #syncedText = '';
  #conversationId = '';
  #turnId: string | undefined;
  #timer: number | undefined;

  /**
   * @param readText returns `undefined` while there is no text field
   * @param onSynced called after `syncedText` has changed
   */
  constructor(host: Host, readText: () => string | undefined, onSynced: () => void) {
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
    return this.#dirtyText !== undefined;
  }

  /**
   * Later changes belong to this conversation. Pending ones are sent for the previous conversation.
   * @param turnId of the question that is edited
   */
  switchTo(conversationId: string, turnId?: string): void {
    if (this.#conversationId !== '') {
      this.flush();
    }
    this.#conversationId = conversationId;
    this.#turnId = turnId;
  }

  onInput(): void {
    // Before the first state, what is sent can't be told from an equal end of the draft that comes with it.
    const isEarly = this.#conversationId === '';
    if (!isEarly && (this.#dirtyText?.length ?? 0) <= MAX_UNTHROTTLED_CHARS) {
      this.flush();
    } else {
      this.#timer ??= window.setTimeout(() => this.flush(), THROTTLE_MS);
    }
  }

  /** Records that the host has this text. */
  markSynced(text: string): void {
    this.#cancelTimer();
    this.#syncedText = text;
    this.#onSynced();
  }

  flush(): void {
    this.#cancelTimer();
    const text = this.#dirtyText;
    // The text field says that a text is too long.
    if (text !== undefined && textError(text) === undefined) {
      this.markSynced(text);
      const conversationId = this.#conversationId;
      this.#host.post({
        type: 'draftChanged',
        ...(conversationId !== '' && { draftOf: conversationId }),
        ...omitUndefined({ turnId: this.#turnId }),
        text,
      });
    }
  }

  get #dirtyText(): string | undefined {
    const text = this.#readText();
    return text === this.#syncedText ? undefined : text;
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
