import type { StreamLayout } from '../../contract/unreadResponse.ts';
import { parseJson } from '../parseJson.ts';
import type { Frame, Framing, LineReader } from './frame.ts';
import { JsonLines } from './jsonLines.ts';
import { LineSplitter } from './lineSplitter.ts';
import { ServerSentEvents } from './serverSentEvents.ts';

/**
 * JSON or server-sent events, as the first line shows that is neither blank nor a JSON value without members, such as
 * `null`. Such a value may come first in lines of JSON, and in an event stream it is an unknown field, which is ignored.
 */
export class LineFraming implements Framing {
  readonly #lines = new LineSplitter();
  readonly #json = new JsonLines();
  #reader: LineReader | undefined;
  /** The first of the values before the choice that may be text. The others are ignored in every framing. */
  #heldText: Frame[] = [];

  get layout(): StreamLayout | undefined {
    return this.#reader?.layout;
  }

  get pendingChars(): number {
    return this.#lines.pendingChars + (this.#reader?.pendingChars ?? 0);
  }

  push(text: string): Frame[] {
    return this.#lines.push(text).flatMap((line) => {
      const own = this.#withoutIndent(line);
      const before = this.#choose(own);
      return this.#reader === undefined ? before : [...before, ...this.#reader.read(own)];
    });
  }

  end(): Frame[] {
    const last = this.#withoutIndent(this.#lines.flush());
    const before = this.#choose(last);
    if (this.#reader !== undefined) {
      return [...before, ...this.#reader.end(last)];
    }
    // A single value is text, as a service that is none may send it. Several are a stream.
    this.#reader =
      this.#json.layout === 'lines' && this.#heldText.length > 0 ? this.#json : new ServerSentEvents();
    return this.#reader === this.#json ? this.#heldText : this.#reader.end(last);
  }

  /** White space before the first line that is read belongs to none, as before the body. */
  #withoutIndent(line: string): string {
    return this.#reader === undefined ? line.trimStart() : line;
  }

  /** Chooses the reader if the line shows it. @returns what came before the line */
  #choose(line: string): Frame[] {
    const first = this.#reader === undefined ? line.charAt(0) : '';
    if (first === '') {
      return [];
    }
    if (first === '{' || first === '[') {
      this.#reader = this.#json;
      return this.#heldText;
    }
    const parsed = parseJson(line);
    if (parsed === undefined) {
      this.#reader = new ServerSentEvents();
      return [];
    }
    const frames = this.#json.read(line);
    if (this.#heldText.length === 0 && typeof parsed.value === 'string' && parsed.value !== '') {
      this.#heldText = frames;
    }
    return [];
  }
}
