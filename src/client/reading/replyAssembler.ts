import { cutText } from '../../base/characterEnd.ts';
import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { UnreadResponse } from '../../contract/unreadResponse.ts';
import { describeError, errorTextOf } from '../failures/errorBodyText.ts';
import { createRedactor } from '../failures/redact.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';
import { chooseReader, mayContainText } from './chooseReader.ts';
import type { FormatPart, FormatReader } from './formatReader.ts';
import type { Frame } from './frame.ts';
import { SurrogateBuffer } from './surrogateBuffer.ts';
import { hasTextField, valueShape } from './valueShape.ts';

/** What a response has beside the values, to describe it if nobody can read them. */
type ResponseFacts = Omit<UnreadResponse, 'shape' | 'layout'> & {
  layout: UnreadResponse['layout'] | undefined;
};

/** Maximum number of types of left out parts that are reported. */
const MAX_LEFT_OUT_TYPES = 3;
/** Maximum length of the name of a type or event. */
const MAX_NAME_CHARS = 40;

/** Event names that always count as part of a reply. `message` is the default (HTML standard, section 9.2.6). */
const REPLY_EVENT_PATTERN = /^(?:message|content_block)(?:_|$)/;

/** Maximum number of event names remembered per set, since a server may send any number of them. */
const MAX_EVENT_NAMES = 20;

/** The stop reasons of a complete reply: `end_turn` is documented. */
const COMPLETE_REASON_PATTERN = /^(?:end_turn|stop|stop_sequence|eos|eos_token)$/i;

/** The stop reasons of a reply that reached `max_tokens`: that is documented. */
const TOKEN_LIMIT_REASON_PATTERN = /^(?:max_tokens|length)$/i;

const UNREADABLE_DETAIL = 'Part of the stream can’t be read';

/**
 * Turns frames into the events of one reply with exactly one end, when the body has ended. The reply is complete if it
 * has a stop reason or an end marker, even if only one of them arrives, or if it is all of a body that is no stream.
 * After an unreadable part that may contain text, reading continues, but the reply ends as damaged. So it does if text
 * follows the stop reason or the end marker. Other values after the end marker, such as an error, are ignored.
 */
export class ReplyAssembler {
  readonly #apiKey: string;
  readonly #maxChars: number;
  readonly #isStreamed: boolean;
  readonly #surrogates = new SurrogateBuffer();
  readonly #leftOut = new Set<string>();
  #reader: FormatReader | undefined;
  #hasStarted = false;
  #textLength = 0;
  #hasText = false;
  #sawValue = false;
  /** Message of a value that is not part of any reply but has the shape of an error body. */
  #errorMessage = '';
  #stopReason: string | undefined;
  /** Whether the end marker was seen, or the end of a body that is one whole reply. */
  #sawEnd = false;
  /** Whether a value was read that may be all of the reply. */
  #sawWholeReply = false;
  /** Set if a part of the reply could not be read. */
  #damage: string | undefined;
  /** Whether a value that no reader accepted may contain text. Only matters if other values are a reply. */
  #sawUnknownPart = false;
  /** The first value with text that no reader knows; only if a stream was asked for. A list may have one as its items. */
  #unread: { shape: string; isList: boolean } | undefined;
  /** Number of such values, up to two. */
  #unreadCount = 0;
  /** Whether a value of a known format has text where that format has none. */
  #sawUnknownText = false;
  /** Whether a part is damaged, not just in an unknown format. */
  #isBroken = false;
  /** Names of events that contained parts of the reply. */
  readonly #readEventNames = new Set<string>();
  /** Names of unknown events whose data could not be read. */
  readonly #unreadEventNames = new Set<string>();
  #hasEnded = false;

  /**
   * @param maxChars maximum length of the text, in UTF-16 code units
   * @param isStreamed whether a stream was asked for
   */
  constructor(apiKey: string, maxChars: number, isStreamed: boolean) {
    this.#apiKey = apiKey;
    this.#maxChars = maxChars;
    this.#isStreamed = isStreamed;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get isEndKnown(): boolean {
    return this.#sawEnd || this.#stopReason !== undefined;
  }

  push(frame: Frame): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    if (this.#sawEnd) {
      return frame.type === 'value' ? this.#readLateValue(frame.value, frame.event) : [];
    }
    switch (frame.type) {
      case 'value':
        return this.#readValue(frame.value, frame.event);
      case 'done':
        this.#sawEnd = true;
        return [];
      case 'onlyValue':
        this.#sawEnd = this.#sawWholeReply;
        return [];
      case 'error':
        return this.#fail('serviceError', frame.text);
      case 'damaged':
        return this.#skipDamaged(frame);
      case 'unreadable':
        return this.breakOff(frame.detail, frame.kind);
      case 'brokenOff':
        return this.#isUnread ? [] : this.breakOff('The stream was cut off');
    }
  }

  /** Called when the body has ended. @param hadText whether it contained anything but white space */
  end(hadText: boolean, { layout, ...response }: ResponseFacts): ReplyEvent[] {
    const unread = this.#isUnread ? this.#unread : undefined;
    const isStream = layout !== undefined && (layout !== 'oneValue' || unread?.isList === true);
    // A message alone is that of an error. Among other text, it may be any part of a stream.
    if (isStream && unread !== undefined && (this.#errorMessage === '' || this.#unreadCount > 1)) {
      return this.#fail('unreadableStream', '', { ...response, layout, shape: unread.shape });
    }
    if (this.#errorMessage !== '' && !this.#hasStarted) {
      return this.#fail('serviceError', this.#errorMessage);
    }
    if (this.isEndKnown) {
      return this.#complete();
    }
    if (this.#damage !== undefined) {
      return this.#fail('damaged', this.#damage);
    }
    if (this.#sawValue && !this.#hasStarted) {
      return this.#fail('notAReply', 'The response is JSON, but not a reply');
    }
    return hadText
      ? this.#fail('connectionLost', 'The stream ended before the reply was complete')
      : this.#fail('emptyReply');
  }

  /** Ends the reply where nothing more can be read: complete if its end is known, else with a failure. */
  breakOff(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    return this.isEndKnown ? this.#complete() : this.#fail(kind, detail);
  }

  /** Called when a part of the body can't be read as text. */
  noteDamage(): void {
    this.#isBroken = true;
    this.#damage ??= UNREADABLE_DETAIL;
  }

  failTooLong(): ReplyEvent[] {
    return this.breakOff(`Received more than ${this.#maxChars.toLocaleString('en')} characters`, 'tooLong');
  }

  /** @param detail raw; sanitized here */
  #fail(kind: FailureKind, detail = '', unread?: UnreadResponse): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    this.#hasEnded = true;
    const sanitized = sanitizeDetail(detail, this.#apiKey);
    return [
      {
        type: 'failed',
        failure: { kind, ...omitUndefined({ detail: sanitized }) },
        ...omitUndefined({ unread }),
      },
    ];
  }

  #complete(): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    const text = this.#surrogates.flush();
    const isMixed = this.#sawUnknownText && (this.#hasText || hasText(text));
    const damage = this.#damage ?? (isMixed || this.#hasUnknownPart() ? UNREADABLE_DETAIL : undefined);
    if (damage !== undefined) {
      return [...textEvent(text), ...this.#fail('damaged', damage)];
    }
    const end = endFor(this.#stopReason, this.#apiKey);
    if (end.type === 'finished' && !this.#hasText && !hasText(text)) {
      return this.#fail('emptyReply');
    }
    this.#hasEnded = true;
    return [...textEvent(text), end];
  }

  /** A damaged event with an unknown name makes the reply damaged only if others with that name contain parts of it. */
  #skipDamaged({ detail, event, textLength }: Extract<Frame, { type: 'damaged' }>): [] {
    if (textLength === undefined) {
      this.#isBroken = true;
    } else if (this.#isStreamed) {
      this.#unread ??= { shape: `text ${textLength}`, isList: false };
    }
    if (event === undefined || REPLY_EVENT_PATTERN.test(event)) {
      this.#damage ??= detail;
    } else {
      rememberName(this.#unreadEventNames, event);
    }
    return [];
  }

  /** Whether the stream so far has text, and all of it is in a format that no reader knows. */
  get #isUnread(): boolean {
    const isKnown = this.#hasStarted && !this.#sawUnknownText;
    const isShown = this.#textLength > 0 || this.#leftOut.size > 0;
    return this.#unread !== undefined && !isKnown && !isShown && !this.#isBroken;
  }

  #noteUnread(value: unknown): void {
    if (this.#isStreamed && this.#unreadCount < 2 && hasTextField(value)) {
      const isList = Array.isArray(value) && !value.some(isError);
      this.#unread ??= { shape: valueShape(value, createRedactor(this.#apiKey)), isList };
      this.#unreadCount++;
    }
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
      const textEvents = texts.flatMap((part) => this.#readPart(part));
      return [...textEvents, ...this.#fail('serviceError', describeError(errorTextOf(value)))];
    }
    return parts.flatMap((part) => this.#readPart(part));
  }

  /** Reads a value after the end marker. */
  #readLateValue(value: unknown, event: string | undefined): ReplyEvent[] {
    const parts = this.#partsOf(value, event).filter(({ type }) => type === 'text' || type === 'unreadable');
    return parts.flatMap((part) => this.#readPart(part));
  }

  #partsOf(value: unknown, event: string | undefined): FormatPart[] {
    const mayBePartOfReply =
      event === undefined || REPLY_EVENT_PATTERN.test(event) || this.#readEventNames.has(event);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#sawUnknownPart ||=
        mayBePartOfReply && (Array.isArray(value) || typeof value === 'string') && value.length > 0;
      this.#noteUnread(value);
      return [];
    }
    // The event name serves as the type if the data has none.
    const typed =
      event === undefined ||
      ('type' in value && typeof value.type === 'string') ||
      ('choices' in value && Array.isArray(value.choices))
        ? value
        : { ...value, type: event };
    this.#reader ??= chooseReader(typed);
    if (!this.#reader) {
      this.#errorMessage ||= describeError(errorTextOf(value));
      this.#sawUnknownPart ||= mayBePartOfReply && mayContainText(typed);
    }
    const parts = this.#reader?.(typed);
    if (parts?.some(({ type }) => type === 'unknownText') !== false) {
      this.#noteUnread(value);
    }
    return parts ?? [];
  }

  #readPart(part: FormatPart): ReplyEvent[] {
    if (this.#hasEnded) {
      return [];
    }
    switch (part.type) {
      case 'started':
        return this.#emitStarted(part.model);
      case 'text':
        if (this.isEndKnown) {
          this.#damage ??= 'The stream continued after the end of the reply';
        }
        return [...this.#emitStarted(), ...this.#emitText(this.#surrogates.push(part.text))];
      case 'usage':
        return [...this.#emitStarted(), part];
      case 'leftOut':
        return this.#emitLeftOut(part.what);
      case 'unreadable':
        this.#damage ??= UNREADABLE_DETAIL;
        return this.#emitStarted();
      case 'unknownText':
        this.#sawUnknownText = true;
        return [];
      case 'stopReason':
        // Once an early end was reported, no other stop reason makes the reply complete.
        if (this.#stopReason === undefined || COMPLETE_REASON_PATTERN.test(this.#stopReason)) {
          this.#stopReason = part.reason;
        }
        return [];
      case 'wholeReply':
        this.#sawWholeReply = true;
        return [];
      case 'end':
        this.#sawEnd = true;
        return [];
    }
  }

  #emitText(text: string): ReplyEvent[] {
    this.#textLength += text.length;
    this.#hasText ||= hasText(text);
    if (this.#textLength > this.#maxChars) {
      return this.failTooLong();
    }
    return textEvent(text);
  }

  #emitLeftOut(type: string): ReplyEvent[] {
    if (this.#leftOut.size === MAX_LEFT_OUT_TYPES) {
      return [];
    }
    const what = sanitizeDetail(cutText(type, MAX_NAME_CHARS), this.#apiKey);
    if (what === undefined || this.#leftOut.has(what)) {
      return [];
    }
    this.#leftOut.add(what);
    return [...this.#emitStarted(), { type: 'leftOut', what }];
  }

  #emitStarted(modelName = ''): ReplyEvent[] {
    if (this.#hasStarted) {
      return [];
    }
    this.#hasStarted = true;
    const model = sanitizeDetail(modelName, this.#apiKey);
    return [{ type: 'started', ...omitUndefined({ model }) }];
  }
}

/** The last event of a reply. Any reason that is not known to mean a complete reply is told to the user. */
function endFor(reason: string | undefined, apiKey: string): ReplyEvent {
  if (reason === undefined || COMPLETE_REASON_PATTERN.test(reason)) {
    return { type: 'finished' };
  }
  return TOKEN_LIMIT_REASON_PATTERN.test(reason)
    ? { type: 'cutAtLimit' }
    : {
        type: 'cutAtLimit',
        ...omitUndefined({ stopReason: sanitizeDetail(cutText(reason, MAX_NAME_CHARS), apiKey) }),
      };
}

function rememberName(names: Set<string>, name: string): void {
  if (names.size < MAX_EVENT_NAMES && name.length <= MAX_NAME_CHARS) {
    names.add(name);
  }
}

function textEvent(text: string): ReplyEvent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Whether the value is `{type: 'error', …}` or `{error: …}`. An empty error, such as `{code: 0}`, is none. */
function isError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { type, error } = value as Record<string, unknown>;
  const saysSomething =
    typeof error === 'object' && error !== null ? Object.values(error).some(Boolean) : Boolean(error);
  return type === 'error' || saysSomething;
}
