import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { chooseFraming } from './chooseFraming.ts';
import type { Frame, Framing } from './frame.ts';
import { ReplyAssembler } from './replyAssembler.ts';

/**
 * Maximum length of a reply's text, and of a buffered line, event or document, in UTF-16 code units. A longer reply
 * fails. About four times the largest context window of the catalogue.
 */
const MAX_REPLY_CHARS = 16_000_000;

/**
 * Decodes the bytes of a body into the events of one reply, for every format and however the bytes are split. The cost
 * is linear in the number of bytes. Memory is bounded although the body is not: keep-alives may arrive forever, since
 * they are not buffered.
 */
export class ReplyDecoder {
  /** Drops a byte order mark. */
  #textDecoder = new TextDecoder('utf-8', { fatal: true });
  readonly #assembler: ReplyAssembler;
  readonly #maxChars: number;
  #framing: Framing | undefined;

  constructor(apiKey: string, maxChars: number = MAX_REPLY_CHARS) {
    this.#assembler = new ReplyAssembler(apiKey, maxChars);
    this.#maxChars = maxChars;
  }

  /** Whether the final event was returned, so that nothing more needs to be read. */
  get hasEnded(): boolean {
    return this.#assembler.hasEnded;
  }

  /** Whether the stop reason or the end marker was read: the usage may follow, but no text. */
  get isEndKnown(): boolean {
    return this.#assembler.isEndKnown;
  }

  push(bytes: Uint8Array): ReplyEvent[] {
    if (this.hasEnded) {
      return [];
    }
    const events = this.#pushText(this.#decode(bytes));
    return (this.#framing?.pendingChars ?? 0) > this.#maxChars
      ? [...events, ...this.#assembler.failTooLong()]
      : events;
  }

  /** Called when the body has ended. Returns the remaining events. */
  end(): ReplyEvent[] {
    const last = this.#read(this.#framing?.end() ?? []);
    return [...last, ...this.#assembler.end(this.#framing !== undefined)];
  }

  /**
   * Called when the body was cut off; `detail` says why. Complete frames still count, so that a reply with a wrong
   * `Content-Length` is not lost. An incomplete frame is a consequence of the cut, not a failure of its own, and the
   * only value so far may be the first of many.
   */
  breakOff(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    const last = this.#framing?.end() ?? [];
    const readable = last.filter(({ type }) => !['unreadable', 'brokenOff', 'onlyValue'].includes(type));
    return [...this.#read(readable), ...this.#assembler.breakOff(detail, kind)];
  }

  /** Replaces invalid UTF-8 with U+FFFD. The reply is then damaged. */
  #decode(bytes: Uint8Array): string {
    try {
      return this.#textDecoder.decode(bytes, { stream: true });
    } catch {
      this.#assembler.noteDamage();
      this.#textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
      return this.#textDecoder.decode(bytes, { stream: true });
    }
  }

  #pushText(text: string): ReplyEvent[] {
    const first = this.#framing ? '' : text.trimStart().slice(0, 1);
    if (first !== '') {
      this.#framing = chooseFraming(first);
    }
    return this.#read(this.#framing?.push(text) ?? []);
  }

  #read(frames: readonly Frame[]): ReplyEvent[] {
    return frames.flatMap((frame) => this.#assembler.push(frame));
  }
}
