import type { FailureKind } from '../contract/failure.ts';
import type { ReplyEvent } from '../contract/replyEvent.ts';
import { chooseReader } from './chooseReader.ts';
import { describeError, errorTextOf } from './errorBodyText.ts';
import type { FormatReader, ReplyPart } from './formatReader.ts';
import type { Frame } from './frame.ts';
import { safeDetail } from './safeDetail.ts';
import { WholeCharacters } from './wholeCharacters.ts';

/** So many types of parts that are no text are named, and so many characters of a name. */
const MOST_LEFT_OUT = 3;
const LONGEST_NAME = 40;

/**
 * Turns frames into the events of one reply and gives it exactly one end. Whatever comes after the end is
 * passed over. A stop reason that was said makes the reply complete even if its end marker never comes.
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
    return [{ type: 'failed', failure: { kind, ...(safe !== undefined && { detail: safe }) } }];
  }

  #complete(): ReplyEvent[] {
    if (this.#ended) {
      return [];
    }
    const text = this.#characters.end();
    if (this.#stop?.cutAtLimit !== true && this.#textLength + text.length === 0) {
      return this.#fail('emptyReply');
    }
    this.#ended = true;
    return [...textEvent(text), { type: this.#stop?.cutAtLimit ? 'cutAtLimit' : 'finished' }];
  }

  #readValue(value: unknown, event: string | undefined): ReplyEvent[] {
    this.#sawValue = true;
    if (event === 'error' || isError(value)) {
      return this.#fail('serviceError', describeError(errorTextOf(value)));
    }
    if (typeof value !== 'object' || value === null) {
      return [];
    }
    // The name of the event stands in for a type that the data leaves out.
    const typed =
      event === undefined || 'type' in value || 'choices' in value ? value : { ...value, type: event };
    this.#reader ??= chooseReader(typed);
    if (!this.#reader) {
      this.#complaint ||= describeError(errorTextOf(value));
    }
    return (this.#reader?.(typed) ?? []).flatMap((part) => this.#readPart(part));
  }

  #readPart(part: ReplyPart): ReplyEvent[] {
    if (this.#ended) {
      return [];
    }
    switch (part.type) {
      case 'started':
        return this.#start(part);
      case 'text':
        return [...this.#start({}), ...this.#say(this.#characters.push(part.text))];
      case 'usage':
        return [...this.#start({}), part];
      case 'leftOut':
        return this.#leaveOut(part.what);
      case 'stopReason':
        this.#stop ??= part;
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
    return [...this.#start({}), { type: 'leftOut', what }];
  }

  #start({ model, id }: { model?: string | undefined; id?: string | undefined }): ReplyEvent[] {
    if (this.#started) {
      return [];
    }
    this.#started = true;
    return [{ type: 'started', ...(model !== undefined && { model }), ...(id !== undefined && { id }) }];
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
