import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { chooseFraming } from './chooseFraming.ts';
import type { Frame, Framing } from './frame.ts';
import { ReplyAssembler } from './replyAssembler.ts';

/**
 * Characters (UTF-16 units) of a reply's text, and of any one line, event or document that is being put
 * together: beyond it the reply is given up. The largest context window of the catalogue holds about a quarter.
 */
const MAX_REPLY_CHARS = 16_000_000;

/**
 * Bytes of a body in, events of one reply out, whatever the format and however the bytes are cut:
 * bytes, text, lines, frames, values, events. Its cost is linear in the bytes. What it keeps is bounded, though
 * the body is not: what keeps a connection alive may come for ever, since nothing of it is kept.
 */
export class ReplyDecoder {
  /** Drops a byte order mark and puts U+FFFD for what is not UTF-8. */
  readonly #textDecoder = new TextDecoder();
  readonly #assembler: ReplyAssembler;
  readonly #maxChars: number;
  #framing: Framing | undefined;

  constructor(apiKey: string, maxChars: number = MAX_REPLY_CHARS) {
    this.#assembler = new ReplyAssembler(apiKey, maxChars);
    this.#maxChars = maxChars;
  }

  /** Whether the reply has had its end: nothing more needs to be read. */
  get hasEnded(): boolean {
    return this.#assembler.hasEnded;
  }

  push(bytes: Uint8Array): ReplyEvent[] {
    if (this.hasEnded) {
      return [];
    }
    const events = this.#pushText(this.#textDecoder.decode(bytes, { stream: true }));
    return (this.#framing?.pendingChars ?? 0) > this.#maxChars
      ? [...events, ...this.#assembler.failTooLong()]
      : events;
  }

  /** The body ended by itself. Gives the end of the reply, unless it has had it. */
  end(): ReplyEvent[] {
    const last = this.#read(this.#framing?.end() ?? []);
    return [...last, ...this.#assembler.end(this.#framing !== undefined)];
  }

  /**
   * The body broke off; `detail` says how. What had come whole counts: a length that was promised too long does
   * not make a reply wrong. What is incomplete is the fault of the loss, and no failure of its own.
   */
  breakOff(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    const last = this.#framing?.end() ?? [];
    const readable = last.filter(({ type }) => type !== 'unreadable' && type !== 'brokenOff');
    return [...this.#read(readable), ...this.#assembler.breakOff(detail, kind)];
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
