import { DONE_MARKER } from '../contract/streamEvent.ts';
import type { Frame, Framing } from './frame.ts';
import { LineSplitter } from './lineSplitter.ts';
import { parseJson } from './parseJson.ts';

/**
 * JSON: one value on each line, or one value over many lines. The first line decides: where it is a whole value
 * the next ones are too, and where it is not, the body is one document that is read at its end.
 */
export class JsonFraming implements Framing {
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
