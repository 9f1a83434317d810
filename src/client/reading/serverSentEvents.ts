import { DONE_MARKER } from '../../contract/streamEvent.ts';
import { parseJson } from '../parseJson.ts';
import type { Frame, LineReader } from './frame.ts';

/** Server-sent events whose data is JSON. */
export class ServerSentEvents implements LineReader {
  readonly layout = 'serverSentEvents';
  readonly #events = new ServerSentEventParser();

  get pendingChars(): number {
    return this.#events.pendingChars;
  }

  read(line: string): Frame[] {
    return toFrames(this.#events.push(line));
  }

  /**
   * The standard drops an event without a blank line after it, since it may be incomplete. Here incomplete data is
   * noticed, since it is not valid JSON, so such an event is accepted.
   */
  end(rest: string): Frame[] {
    if (rest !== '') {
      this.#events.push(rest);
    }
    const [last] = toFrames(this.#events.flush());
    if (!this.#events.isEventStream) {
      return [{ type: 'unreadable', kind: 'notAReply', detail: 'The response is text, not a reply' }];
    }
    return last ? [last.type === 'damaged' ? { type: 'brokenOff' } : last] : [];
  }
}

function toFrames(event: ServerSentEvent | undefined): Frame[] {
  if (!event) {
    return [];
  }
  if (event.data.trim() === DONE_MARKER) {
    return [{ type: 'done' }];
  }
  const named = event.name !== '' && { event: event.name };
  const parsed = parseJson(event.data);
  if (parsed) {
    return [{ type: 'value', value: parsed.value, ...named }];
  }
  if (event.name === 'error') {
    return [{ type: 'error', text: event.data }];
  }
  const isText = !/^\s*[[{]/.test(event.data);
  return [
    {
      type: 'damaged',
      detail: 'Part of the stream is not JSON',
      ...named,
      ...(isText && { textLength: event.data.length }),
    },
  ];
}

interface ServerSentEvent {
  /** Empty if the event has none. */
  name: string;
  data: string;
}

/** Fields of a server-sent event (HTML standard, section 9.2.6). Others are ignored. */
const KNOWN_FIELDS = new Set(['data', 'event', 'id', 'retry']);

/** Assembles server-sent events from lines. A blank line completes an event. */
class ServerSentEventParser {
  #name = '';
  #data: string[] = [];
  #dataLength = 0;
  #isEventStream = false;

  /** Whether any line so far was specific to this format: a known field or a comment. */
  get isEventStream(): boolean {
    return this.#isEventStream;
  }

  /** Length of the incomplete event. */
  get pendingChars(): number {
    return this.#name.length + this.#dataLength;
  }

  /** Returns the event that this line completes. Events without data are dropped. */
  push(line: string): ServerSentEvent | undefined {
    if (line === '') {
      return this.flush();
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    this.#isEventStream ||= colon === 0 || KNOWN_FIELDS.has(field);
    if (field === 'data' || field === 'event') {
      const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
      if (field === 'data') {
        this.#data.push(value);
        this.#dataLength += value.length + 1;
      } else {
        this.#name = value;
      }
    }
    return undefined;
  }

  /** Returns the event as far as received, and starts a new one. */
  flush(): ServerSentEvent | undefined {
    const event = { name: this.#name, data: this.#data.join('\n') };
    this.#name = '';
    this.#data = [];
    this.#dataLength = 0;
    return event.data.trim() === '' ? undefined : event;
  }
}
