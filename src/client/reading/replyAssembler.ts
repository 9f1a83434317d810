import { defined } from '../../base/defined.ts';
import type { FailureKind } from '../../contract/failure.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { describeError, errorTextOf } from '../failures/errorBodyText.ts';
import { safeDetail } from '../failures/safeDetail.ts';
import { chooseReader, mayHoldText } from './chooseReader.ts';
import type { FormatPart, FormatReader } from './formatReader.ts';
import type { Frame } from './frame.ts';
import { WholeCharacters } from './wholeCharacters.ts';

/** So many types of parts that are no text are named, and so many characters of a name. */
const MOST_LEFT_OUT = 3;
const LONGEST_NAME = 40;

/** The names of events that carry a reply, whatever they carried so far. By default an event is a `message`. */
const EVENT_OF_REPLY = /^(?:message|content_block)(?:_|$)/;

/** Maximum number of event names remembered of each kind: a server may make up any number. */
const MAX_EVENT_NAMES = 20;

const UNREAD = 'A part of the stream can’t be read';

/**
 * Turns frames into the events of one reply and gives it exactly one end. Whatever comes after the end is
 * passed over. A stop reason that was said makes the reply complete even if its end marker never comes. A part that
 * may have held text and can't be read costs none that comes after it, but the reply then ends as damaged.
 */
export class ReplyAssembler {
  readonly #apiKey: string;
  readonly #longest: number;
  readonly #characters = new WholeCharacters();
  readonly #leftOut = new Set<string>();
  #reader: FormatReader | undefined;
  #started = false;
  #textLength = 0;
  #sawValue = false;
  /** What a value that is no part of any reply says in the manner of an error body. */
  #complaint = '';
  #stop: { cutAtLimit: boolean } | undefined;
  /** What of the reply could not be read. */
  #damage: string | undefined;
  /** Something that no reader took may have been a part of the reply: it was, if there turns out to be one. */
  #sawStrange = false;
  /** Names of events that carried parts of the reply, and of those whose data could not be read. */
  readonly #readEvents = new Set<string>();
  readonly #unreadEvents = new Set<string>();
  #ended = false;

  /** @param longest the most characters (UTF-16 units) of text */
  constructor(apiKey: string, longest: number) {
    this.#apiKey = apiKey;
    this.#longest = longest;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(frame: Frame): ReplyEvent[] {
    if (this.#ended) {
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
        return this.#passOver(frame);
      case 'unreadable':
        return this.lose(frame.detail, frame.kind);
      case 'brokenOff':
        return this.lose('The stream broke off');
    }
  }

  /** The body has ended, and `hadText` says whether anything but white space was in it. */
  end(hadText: boolean): ReplyEvent[] {
    if (this.#complaint !== '' && !this.#started) {
      return this.#fail('serviceError', this.#complaint);
    }
    if (this.#damage !== undefined) {
      return this.lose(this.#damage, 'damaged');
    }
    if (this.#sawValue && !this.#started) {
      return this.#fail('notAReply', 'The answer is JSON that is no reply');
    }
    return hadText ? this.lose('The stream ended before the reply did') : this.#fail('emptyReply');
  }

  /** Nothing more will come, or nothing that can be read. */
  lose(detail: string, kind: FailureKind = 'connectionLost'): ReplyEvent[] {
    return this.#stop ? this.#complete() : this.#fail(kind, detail);
  }

  /** More has come than any reply needs. */
  giveUp(): ReplyEvent[] {
    return this.lose(`More than ${this.#longest.toLocaleString('en')} characters came`, 'tooLong');
  }

  /** Ends the reply in a failure; `detail` is made safe here. */
  #fail(kind: FailureKind, detail = ''): ReplyEvent[] {
    if (this.#ended) {
      return [];
    }
    this.#ended = true;
    const safe = safeDetail(detail, this.#apiKey);
    return [{ type: 'failed', failure: { kind, ...defined({ detail: safe }) } }];
  }

  #complete(): ReplyEvent[] {
    if (this.#ended) {
      return [];
    }
    const text = this.#characters.end();
    const damage = this.#damage ?? (this.#wasStrange() ? UNREAD : undefined);
    if (damage !== undefined) {
      return [...textEvent(text), ...this.#fail('damaged', damage)];
    }
    if (this.#stop?.cutAtLimit !== true && this.#textLength + text.length === 0) {
      return this.#fail('emptyReply');
    }
    this.#ended = true;
    return [...textEvent(text), { type: this.#stop?.cutAtLimit ? 'cutAtLimit' : 'finished' }];
  }

  /** An event of an unknown name may hold anything: it counts only where events of its name carry the reply. */
  #passOver({ detail, event }: Extract<Frame, { type: 'damaged' }>): [] {
    if (event === undefined || EVENT_OF_REPLY.test(event)) {
      this.#damage ??= detail;
    } else {
      remember(this.#unreadEvents, event);
    }
    return [];
  }

  #wasStrange(): boolean {
    return this.#sawStrange || [...this.#unreadEvents].some((name) => this.#readEvents.has(name));
  }

  #readValue(value: unknown, event: string | undefined): ReplyEvent[] {
    this.#sawValue = true;
    const parts = this.#partsOf(value, event);
    if (event !== undefined && parts.some(({ type }) => type !== 'started')) {
      remember(this.#readEvents, event);
    }
    if (event === 'error' || isError(value)) {
      const texts = parts.filter(({ type }) => type === 'text');
      const said = texts.flatMap((part) => this.#readPart(part));
      return [...said, ...this.#fail('serviceError', describeError(errorTextOf(value)))];
    }
    return parts.flatMap((part) => this.#readPart(part));
  }

  #partsOf(value: unknown, event: string | undefined): FormatPart[] {
    const isOwn = event === undefined || EVENT_OF_REPLY.test(event) || this.#readEvents.has(event);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#sawStrange ||= isOwn && (Array.isArray(value) || typeof value === 'string') && value.length > 0;
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
      this.#complaint ||= describeError(errorTextOf(value));
      this.#sawStrange ||= isOwn && mayHoldText(typed);
    }
    return this.#reader?.(typed) ?? [];
  }

  #readPart(part: FormatPart): ReplyEvent[] {
    if (this.#ended) {
      return [];
    }
    switch (part.type) {
      case 'started':
        return this.#start(part.model);
      case 'text':
        return [...this.#start(), ...this.#say(this.#characters.push(part.text))];
      case 'usage':
        return [...this.#start(), part];
      case 'leftOut':
        return this.#leaveOut(part.what);
      case 'unreadable':
        this.#damage ??= UNREAD;
        return this.#start();
      case 'stopReason':
        // Whatever else is said, a reply that was cut is not all that the model had to say.
        this.#stop = { cutAtLimit: part.cutAtLimit || this.#stop?.cutAtLimit === true };
        return [];
      case 'end':
        return this.#complete();
    }
  }

  #say(text: string): ReplyEvent[] {
    this.#textLength += text.length;
    if (this.#textLength > this.#longest) {
      return this.giveUp();
    }
    return textEvent(text);
  }

  #leaveOut(type: string): ReplyEvent[] {
    if (this.#leftOut.size === MOST_LEFT_OUT) {
      return [];
    }
    const what = safeDetail(type.slice(0, LONGEST_NAME), this.#apiKey);
    if (what === undefined || this.#leftOut.has(what)) {
      return [];
    }
    this.#leftOut.add(what);
    return [...this.#start(), { type: 'leftOut', what }];
  }

  #start(said = ''): ReplyEvent[] {
    if (this.#started) {
      return [];
    }
    this.#started = true;
    const model = safeDetail(said, this.#apiKey);
    return [{ type: 'started', ...defined({ model }) }];
  }
}

function remember(names: Set<string>, name: string): void {
  if (names.size < MAX_EVENT_NAMES && name.length <= LONGEST_NAME) {
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
