import { DONE_MARKER } from '../../contract/streamEvent.ts';
import type { StreamLayout } from '../../contract/unreadResponse.ts';
import { parseJson } from '../parseJson.ts';
import type { Frame, LineReader } from './frame.ts';

const DAMAGED_LINE: Frame = { type: 'damaged', detail: 'A line is not JSON' };

/**
 * JSON lines, or one JSON document. If the first line is a complete value, the body is lines; otherwise it is one
 * document, parsed at its end. If that is not JSON, the body is read as lines, of which the first may be damaged.
 */
export class JsonLines implements LineReader {
  #kind: 'unknown' | 'lines' | 'document' = 'unknown';
  /** Not counting blank lines and those of a document. */
  #lineCount = 0;
  #document: string[] = [];
  #documentLength = 0;

  get layout(): StreamLayout {
    return this.#kind === 'lines' && this.#lineCount > 1 ? 'lines' : 'oneValue';
  }

  get pendingChars(): number {
    return this.#documentLength;
  }

  read(line: string): Frame[] {
    return this.#frameOfLine(line, DAMAGED_LINE);
  }

  end(rest: string): Frame[] {
    const last = this.#frameOfLine(rest, { type: 'brokenOff' });
    if (this.#kind !== 'document') {
      return this.#kind === 'lines' && this.#lineCount === 1 ? [...last, { type: 'onlyValue' }] : last;
    }
    const parsed = parseJson(this.#document.join('\n'));
    if (parsed) {
      return [{ type: 'value', value: parsed.value }, { type: 'onlyValue' }];
    }
    const damaged: Frame = { type: 'damaged', detail: 'The response is incomplete or damaged JSON' };
    this.#kind = 'lines';
    return this.#document.flatMap((line) => this.#frameOfLine(line, damaged));
  }

  #frameOfLine(line: string, fallback: Frame): Frame[] {
    if (line.trim() === '') {
      return [];
    }
    if (this.#kind === 'document') {
      return this.#addToDocument(line);
    }
    this.#lineCount += 1;
    if (line.trim() === DONE_MARKER) {
      return [{ type: 'done' }];
    }
    const parsed = parseJson(line);
    if (parsed) {
      this.#kind = 'lines';
      return [{ type: 'value', value: parsed.value }];
    }
    if (this.#kind === 'unknown') {
      this.#kind = 'document';
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
