import { DONE_MARKER } from '../../contract/streamEvent.ts';
import { parseJson } from '../parseJson.ts';
import type { Frame, Framing } from './frame.ts';
import { LineSplitter } from './lineSplitter.ts';

const DAMAGED_LINE: Frame = { type: 'damaged', detail: 'A line is not JSON' };

/**
 * JSON lines, or one JSON document. If the first line is a complete value, the body is lines; otherwise it is one
 * document, parsed at its end. If that is not JSON, the body is read as lines, of which the first may be damaged.
 */
export class JsonFraming implements Framing {
  readonly #lines = new LineSplitter();
  #layout: 'unknown' | 'lines' | 'document' = 'unknown';
  /** Not counting blank lines and those of a document. */
  #lineCount = 0;
  #document: string[] = [];
  #documentLength = 0;

  get pendingChars(): number {
    return this.#lines.pendingChars + this.#documentLength;
  }

  push(text: string): Frame[] {
    return this.#lines.push(text).flatMap((line) => this.#frameOfLine(line, DAMAGED_LINE));
  }

  end(): Frame[] {
    const last = this.#frameOfLine(this.#lines.flush(), { type: 'brokenOff' });
    if (this.#layout !== 'document') {
      return this.#layout === 'lines' && this.#lineCount === 1 ? [...last, { type: 'onlyValue' }] : last;
    }
    const parsed = parseJson(this.#document.join('\n'));
    if (parsed) {
      return [{ type: 'value', value: parsed.value }, { type: 'onlyValue' }];
    }
    const damaged: Frame = { type: 'damaged', detail: 'The response is incomplete or damaged JSON' };
    this.#layout = 'lines';
    return this.#document.flatMap((line) => this.#frameOfLine(line, damaged));
  }

  #frameOfLine(line: string, fallback: Frame): Frame[] {
    if (line.trim() === '') {
      return [];
    }
    if (this.#layout === 'document') {
      return this.#addToDocument(line);
    }
    this.#lineCount += 1;
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
      return this.#addToDocument(line);
    }
    return [fallback];
  }

  #addToDocument(line: string): [] {
    this.#document.push(line);
    this.#documentLength += line.length + 1;
    return [];
  }
}
