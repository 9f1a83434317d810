import { DONE_MARKER } from '../contract/streamEvent.ts';
import { EventAssembler, type ServerSentEvent } from './eventAssembler.ts';
import { LineSplitter } from './lineSplitter.ts';
import { describePage } from './webPage.ts';

/** One piece of a body, out of its framing. */
export type Frame =
  /** A JSON value; `event` is the name of the server-sent event that it came in, where it had one. */
  | { type: 'value'; value: unknown; event?: string }
  /** The marker that ends a stream of choice chunks. */
  | { type: 'done' }
  /** An `error` event whose data is no JSON. */
  | { type: 'error'; text: string }
  /** Something that is no part of any format; `detail` says what, without quoting it. */
  | { type: 'unreadable'; detail: string }
  /** The body ended in the middle of something. */
  | { type: 'brokenOff' };

/** How a body is divided. Any division of the text into pieces gives the same frames. */
export interface Framing {
  push(text: string): Frame[];
  /** The body has ended. */
  end(): Frame[];
}

/**
 * Chooses by the first character that is no white space: what a body is, is told by what it holds. The content
 * type is not asked, since it is wrong often enough.
 */
export function framingFor(firstCharacter: string): Framing {
  switch (firstCharacter) {
    case '{':
    case '[':
      return new JsonFraming();
    case '<':
      return new PageFraming();
    default:
      return new EventFraming();
  }
}

/** Server-sent events whose data is JSON. */
class EventFraming implements Framing {
  readonly #lines = new LineSplitter();
  readonly #events = new EventAssembler();

  push(text: string): Frame[] {
    return this.#lines.push(text).flatMap((line) => frameOfEvent(this.#events.push(line)));
  }

  /**
   * By the standard an event without its blank line is dropped, since it may be cut. Here the cut shows: half
   * an object is no JSON. So an event that came whole counts, with or without the blank line.
   */
  end(): Frame[] {
    const rest = this.#lines.rest();
    if (rest !== '') {
      this.#events.push(rest);
    }
    const [last] = frameOfEvent(this.#events.take());
    if (!this.#events.seen) {
      return [{ type: 'unreadable', detail: 'The answer is text that is no reply' }];
    }
    return last ? [last.type === 'unreadable' ? { type: 'brokenOff' } : last] : [];
  }
}

function frameOfEvent(event: ServerSentEvent | undefined): Frame[] {
  if (!event) {
    return [];
  }
  if (event.data.trim() === DONE_MARKER) {
    return [{ type: 'done' }];
  }
  const parsed = parseJson(event.data);
  if (parsed) {
    return [{ type: 'value', value: parsed.value, ...(event.name !== '' && { event: event.name }) }];
  }
  if (event.name === 'error') {
    return [{ type: 'error', text: event.data }];
  }
  return [{ type: 'unreadable', detail: 'A part of the stream is not JSON' }];
}

/**
 * JSON: one value on each line, or one value over many lines. The first line decides: where it is a whole value
 * the next ones are too, and where it is not, the body is one document that is read at its end.
 */
class JsonFraming implements Framing {
  readonly #lines = new LineSplitter();
  #layout: 'unknown' | 'lines' | 'document' = 'unknown';
  #document: string[] = [];

  push(text: string): Frame[] {
    return this.#lines.push(text).flatMap((line) => this.#frameOfLine(line, 'unreadable'));
  }

  end(): Frame[] {
    const last = this.#frameOfLine(this.#lines.rest(), 'brokenOff');
    if (this.#layout !== 'document') {
      return last;
    }
    const parsed = parseJson(this.#document.join('\n'));
    return parsed
      ? [{ type: 'value', value: parsed.value }]
      : [{ type: 'unreadable', detail: 'The answer is incomplete or damaged JSON' }];
  }

  #frameOfLine(line: string, otherwise: 'unreadable' | 'brokenOff'): Frame[] {
    if (line.trim() === '') {
      return [];
    }
    if (this.#layout === 'document') {
      this.#document.push(line);
      return [];
    }
    if (line.trim() === DONE_MARKER) {
      return [{ type: 'done' }];
    }
    const parsed = parseJson(line);
    if (parsed) {
      this.#layout = 'lines';
      return [{ type: 'value', value: parsed.value }];
    }
    if (this.#layout === 'unknown') {
      this.#layout = 'document';
      this.#document.push(line);
      return [];
    }
    return [
      otherwise === 'brokenOff'
        ? { type: 'brokenOff' }
        : { type: 'unreadable', detail: 'A line is not JSON' },
    ];
  }
}

/** Characters of a page in which its title is looked for. */
const ENOUGH_OF_A_PAGE = 16_384;

/** A web page: nothing of it is read but its title, which stands near its beginning. */
class PageFraming implements Framing {
  #beginning = '';

  push(text: string): Frame[] {
    this.#beginning += text;
    return this.#beginning.length < ENOUGH_OF_A_PAGE ? [] : this.end();
  }

  end(): Frame[] {
    return [{ type: 'unreadable', detail: describePage(this.#beginning) }];
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
