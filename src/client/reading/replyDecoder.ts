import { cutText } from '../../base/characterEnd.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { redact } from '../failures/redact.ts';
import { chooseFraming } from './chooseFraming.ts';
import type { Frame, Framing } from './frame.ts';
import { ReplyAssembler } from './replyAssembler.ts';

/** Length of the part of a response that is kept for the case that nobody can read it, in UTF-16 code units. */
const MAX_START_CHARS = 4000;

/** Without parameters (RFC 9110, section 8.3.1). The subtype may be any text, so it is short. */
const MEDIA_TYPE = /^[a-z]{1,20}\/[\w.+-]{1,40}(?![^;\s])/i;

/** What a decoder may be told. `contentType` is present, though it may be `null`, if a stream was asked for. */
interface DecoderOptions {
  maxChars?: number;
  contentType?: string | null;
}

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
  readonly #apiKey: string;
  readonly #maxChars: number;
  readonly #contentType: string | null | undefined;
  #framing: Framing | undefined;
  #start = '';

  constructor(apiKey: string, { maxChars = MAX_REPLY_CHARS, contentType }: DecoderOptions = {}) {
    this.#assembler = new ReplyAssembler(apiKey, maxChars, contentType !== undefined);
    this.#apiKey = apiKey;
    this.#maxChars = maxChars;
    this.#contentType = contentType;
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
    return [...this.#read(this.#framing?.end() ?? []), ...this.#end()];
  }

  #end(): ReplyEvent[] {
    return this.#assembler.end(this.#framing !== undefined, {
      layout: this.#framing?.layout,
      ...omitUndefined({ contentType: this.#mediaType() }),
      start: redact(this.#start, this.#apiKey),
    });
  }

  /** Of the header, only what can be a media type. */
  #mediaType(): string | undefined {
    const type = MEDIA_TYPE.exec(this.#contentType ?? '')?.[0];
    return type !== undefined && redact(type, this.#apiKey) === type ? type.toLowerCase() : undefined;
  }

  /**
   * Called when the body was cut off; `detail` says why. Complete frames still count, so that a reply with a wrong
   * `Content-Length` is not lost. An incomplete frame is a consequence of the cut, not a failure of its own, and the
   * only value so far may be the first of many.
   */
  breakOff(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    const last = this.#framing?.end() ?? [];
    const readable = last.filter(({ type }) => !['unreadable', 'brokenOff', 'onlyValue'].includes(type));
    const events = this.#read(readable);
    return [...events, ...(this.isEndKnown ? this.#end() : this.#assembler.breakOff(detail, kind))];
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
    this.#start += cutText(text, MAX_START_CHARS - this.#start.length);
    // However the bytes are split, no white space before the first character belongs to a line.
    const trimmed = this.#framing === undefined ? text.trimStart() : text;
    if (trimmed !== '') {
      this.#framing ??= chooseFraming(trimmed.charAt(0));
    }
    return this.#read(this.#framing?.push(trimmed) ?? []);
  }

  #read(frames: readonly Frame[]): ReplyEvent[] {
    return frames.flatMap((frame) => this.#assembler.push(frame));
  }
}
