import { omitUndefined } from '../../base/omitUndefined.ts';
import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { describeError, errorTextOf } from '../failures/errorBodyText.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';
import { chooseReader, mayHoldText } from './chooseReader.ts';
import type { FormatPart, FormatReader } from './formatReader.ts';
import type { Frame } from './frame.ts';
import { SurrogateBuffer } from './surrogateBuffer.ts';

/** So many types of parts that are no text are named, and so many characters of a name. */
const MAX_LEFT_OUT_TYPES = 3;
const MAX_NAME_CHARS = 40;

/** The names of events that carry a reply, whatever they carried so far. By default an event is a `message`. */
const REPLY_EVENT_PATTERN = /^(?:message|content_block)(?:_|$)/;

/** Maximum number of event names remembered of each kind: a server may make up any number. */
const MAX_EVENT_NAMES = 20;

const UNREADABLE_DETAIL = 'Part of the stream can’t be read';

/**
 * Turns frames into the events of one reply and gives it exactly one end. Whatever comes after the end is
 * passed over. A stop reason that was said makes the reply complete even if its end marker never comes. A part that
 * may have held text and can't be read costs none that comes after it, but the reply then ends as damaged.
 */
export class ReplyAssembler {
  readonly #apiKey: string;
  readonly #maxChars: number;
  readonly #surrogates = new SurrogateBuffer();
  readonly #leftOut = new Set<string>();
  #reader: FormatReader | undefined;
  #hasStarted = false;
  #textLength = 0;
  #sawValue = false;
  /** What a value that is no part of any reply says in the manner of an error body. */
  #errorMessage = '';
  #stopReason: { cutAtLimit: boolean } | undefined;
  /** What of the reply could not be read. */
  #damage: string | undefined;
  /** Something that no reader took may have been a part of the reply: it was, if there turns out to be one. */
  #sawUnknownPart = false;
  /** Names of events that carried parts of the reply, and of those whose data could not be read. */
  readonly #readEventNames = new Set<string>();
  readonly #unreadEventNames = new Set<string>();
  #hasEnded = false;

  /** @param maxChars the most characters (UTF-16 units) of text */
  constructor(apiKey: string, maxChars: number) {
    this.#apiKey = apiKey;
    this.#maxChars = maxChars;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  push(frame: Frame): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    switch (frame.type) {
      case 'value':
        return this.#readValue(frame.value, frame.event);
      case 'done':
        return this.#complete();
      case 'error':
        return this.#fail('serviceError', frame.text);
      case 'damaged':
        return this.#skipDamaged(frame);
      case 'unreadable':
        return this.breakOff(frame.detail, frame.kind);
      case 'brokenOff':
        return this.breakOff('The stream was cut off');
    }
  }

  /** The body has ended, and `hadText` says whether anything but white space was in it. */
  end(hadText: boolean): ReplyEvent[] {
    if (this.#errorMessage !== '' && !this.#hasStarted) {
      return this.#fail('serviceError', this.#errorMessage);
    }
    if (this.#damage !== undefined) {
      return this.breakOff(this.#damage, 'damaged');
    }
    if (this.#sawValue && !this.#hasStarted) {
      return this.#fail('notAReply', 'The response is JSON, but not a reply');
    }
    return hadText
      ? this.breakOff('The stream ended before the reply was complete')
      : this.#fail('emptyReply');
  }

  /** Nothing more will come, or nothing that can be read. */
  breakOff(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    return this.#stopReason ? this.#complete() : this.#fail(kind, detail);
  }

  /** More has come than any reply needs. */
  failTooLong(): ReplyEvent[] {
    return this.breakOff(`Received more than ${this.#maxChars.toLocaleString('en')} characters`, 'tooLong');
  }

  /** Ends the reply in a failure; `detail` is made safe here. */
  #fail(kind: FailureKind, detail = ''): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    this.#hasEnded = true;
    const safe = sanitizeDetail(detail, this.#apiKey);
    return [{ type: 'failed', failure: { kind, ...omitUndefined({ detail: safe }) } }];
  }

  #complete(): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    const text = this.#surrogates.flush();
    const damage = this.#damage ?? (this.#hasUnknownPart() ? UNREADABLE_DETAIL : undefined);
    if (damage !== undefined) {
      return [...textEvent(text), ...this.#fail('damaged', damage)];
    }
    if (this.#stopReason?.cutAtLimit !== true && this.#textLength + text.length === 0) {
      return this.#fail('emptyReply');
    }
    this.#hasEnded = true;
    return [...textEvent(text), { type: this.#stopReason?.cutAtLimit ? 'cutAtLimit' : 'finished' }];
  }

  /** An event of an unknown name may hold anything: it counts only where events of its name carry the reply. */
  #skipDamaged({ detail, event }: Extract<Frame, { type: 'damaged' }>): [] {
    if (event === undefined || REPLY_EVENT_PATTERN.test(event)) {
      this.#damage ??= detail;
    } else {
      rememberName(this.#unreadEventNames, event);
    }
    return [];
  }

  #hasUnknownPart(): boolean {
    return this.#sawUnknownPart || [...this.#unreadEventNames].some((name) => this.#readEventNames.has(name));
  }

  #readValue(value: unknown, event: string | undefined): ReplyEvent[] {
    this.#sawValue = true;
    const parts = this.#partsOf(value, event);
    if (event !== undefined && parts.some(({ type }) => type !== 'started')) {
      rememberName(this.#readEventNames, event);
    }
    if (event === 'error' || isError(value)) {
      const texts = parts.filter(({ type }) => type === 'text');
      const said = texts.flatMap((part) => this.#readPart(part));
      return [...said, ...this.#fail('serviceError', describeError(errorTextOf(value)))];
    }
    return parts.flatMap((part) => this.#readPart(part));
  }

  #partsOf(value: unknown, event: string | undefined): FormatPart[] {
    const isOwn = event === undefined || REPLY_EVENT_PATTERN.test(event) || this.#readEventNames.has(event);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#sawUnknownPart ||=
        isOwn && (Array.isArray(value) || typeof value === 'string') && value.length > 0;
      return [];
    }
    // The name of the event stands in for a type that the data leaves out.
    const typed =
      event === undefined ||
      ('type' in value && typeof value.type === 'string') ||
      ('choices' in value && Array.isArray(value.choices))
        ? value
        : { ...value, type: event };
    this.#reader ??= chooseReader(typed);
    if (!this.#reader) {
      this.#errorMessage ||= describeError(errorTextOf(value));
      this.#sawUnknownPart ||= isOwn && mayHoldText(typed);
    }
    return this.#reader?.(typed) ?? [];
  }

  #readPart(part: FormatPart): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    switch (part.type) {
      case 'started':
        return this.#emitStarted(part.model);
      case 'text':
        return [...this.#emitStarted(), ...this.#emitText(this.#surrogates.push(part.text))];
      case 'usage':
        return [...this.#emitStarted(), part];
      case 'leftOut':
        return this.#emitLeftOut(part.what);
      case 'unreadable':
        this.#damage ??= UNREADABLE_DETAIL;
        return this.#emitStarted();
      case 'stopReason':
        // Whatever else is said, a reply that was cut is not all that the model had to say.
        this.#stopReason = { cutAtLimit: part.cutAtLimit || this.#stopReason?.cutAtLimit === true };
        return [];
      case 'end':
        return this.#complete();
    }
  }

  #emitText(text: string): ReplyEvent[] {
    this.#textLength += text.length;
    if (this.#textLength > this.#maxChars) {
      return this.failTooLong();
    }
    return textEvent(text);
  }

  #emitLeftOut(type: string): ReplyEvent[] {
    if (this.#leftOut.size === MAX_LEFT_OUT_TYPES) {
      return [];
    }
    const what = sanitizeDetail(type.slice(0, MAX_NAME_CHARS), this.#apiKey);
    if (what === undefined || this.#leftOut.has(what)) {
      return [];
    }
    this.#leftOut.add(what);
    return [...this.#emitStarted(), { type: 'leftOut', what }];
  }

  #emitStarted(said = ''): ReplyEvent[] {
    if (this.#hasStarted) {
      return [];
    }
    this.#hasStarted = true;
    const model = sanitizeDetail(said, this.#apiKey);
    return [{ type: 'started', ...omitUndefined({ model }) }];
  }
}

function rememberName(names: Set<string>, name: string): void {
  if (names.size < MAX_EVENT_NAMES && name.length <= MAX_NAME_CHARS) {
    names.add(name);
  }
}

function textEvent(text: string): ReplyEvent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** `{type: 'error', …}` or `{error: …}`, in a body whose status was a success. */
function isError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return ('type' in value && value.type === 'error') || ('error' in value && Boolean(value.error));
}
