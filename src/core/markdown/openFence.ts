import { FenceLines } from './fenceLines.ts';
import type { MarkdownToken } from './markdownBlocks.ts';

/** Begins at the left edge, so that its lines are the code as they are. */
const OPENING = /^(`{3,}|~{3,})([^\n]*)\n/;

/** A fenced code block at the end of a text, whose own end has not come: its lines are code until one closes it. */
export class OpenFence {
  readonly #lines: FenceLines;
  /** The line that is being written. */
  #line = '';
  /** Characters of it that are in the code already. */
  #given = 0;

  private constructor(lines: FenceLines) {
    this.#lines = lines;
  }

  /** The fence that is open at the end of `text`, which begins with the block of `token`. */
  static at(token: MarkdownToken | undefined, text: string): OpenFence | undefined {
    const opening =
      token?.type === 'fence' && token.level === 0 && token.map?.[0] === 0 ? OPENING.exec(text) : null;
    if (opening === null) {
      return undefined;
    }
    const [whole, marks = '', info = ''] = opening;
    // With the next line, the parser may take this one for the head of a table.
    if (whole.includes('|') && !text.includes('\n', whole.length)) {
      return undefined;
    }
    const fence = new OpenFence(new FenceLines(marks, info.trim()));
    return fence.append(text.slice(whole.length)) === undefined ? undefined : fence;
  }

  /** What the code grew by; `undefined` when a line closes it or may do so: then the whole has to be read again. */
  append(text: string): string | undefined {
    const from = this.#given;
    const lines = (this.#line + text).split('\n');
    const last = lines.at(-1) ?? '';
    if (lines.slice(0, -1).some((line) => this.#lines.take(line)) || this.#lines.wouldClose(last)) {
      return undefined;
    }
    this.#line = last;
    this.#given = shown(last);
    return lines.join('\n').slice(from, this.#given - last.length || undefined);
  }
}

/** White space at the very end of a text is left out of a block, and is code once something follows it. */
function shown(line: string): number {
  return /^[ \t]*$/.test(line) ? 0 : line.length;
}
