import { DONE_MARKER } from '../../contract/streamEvent.ts';
import { parseJson } from '../parseJson.ts';
import { EventAssembler, type ServerSentEvent } from './eventAssembler.ts';
import type { Frame, Framing } from './frame.ts';
import { LineSplitter } from './lineSplitter.ts';

/** Server-sent events whose data is JSON. */
export class EventFraming implements Framing {
  readonly #lines = new LineSplitter();
  readonly #events = new EventAssembler();

  get pending(): number {
    return this.#lines.pending + this.#events.pending;
  }

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
      return [{ type: 'unreadable', kind: 'notAReply', detail: 'The answer is text that is no reply' }];
    }
    return last ? [last.type === 'damaged' ? { type: 'brokenOff' } : last] : [];
  }
}

function frameOfEvent(event: ServerSentEvent | undefined): Frame[] {
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
  return [{ type: 'damaged', detail: 'A part of the stream is not JSON', ...named }];
}
