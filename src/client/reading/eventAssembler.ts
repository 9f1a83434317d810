/** One server-sent event. */
export interface ServerSentEvent {
  /** Empty where the stream names none. */
  name: string;
  data: string;
}

/** The fields of the format (HTML standard, 9.2.6). Any other is ignored. */
const KNOWN_FIELDS = new Set(['data', 'event', 'id', 'retry']);

/** Puts lines together to server-sent events: an event is complete with the blank line after it. */
export class EventAssembler {
  #name = '';
  #data: string[] = [];
  #dataLength = 0;
  #seen = false;

  /** Whether any line so far was one that only this format has: a known field or a comment. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Characters of the event that is not complete. */
  get pending(): number {
    return this.#name.length + this.#dataLength;
  }

  /** The event that this line completes. Events without data are none. */
  push(line: string): ServerSentEvent | undefined {
    if (line === '') {
      return this.take();
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    this.#seen ||= colon === 0 || KNOWN_FIELDS.has(field);
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

  /** The event as far as it came, and a fresh start. */
  take(): ServerSentEvent | undefined {
    const event = { name: this.#name, data: this.#data.join('\n') };
    this.#name = '';
    this.#data = [];
    this.#dataLength = 0;
    return event.data.trim() === '' ? undefined : event;
  }
}
