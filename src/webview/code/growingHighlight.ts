import { highlightLines, isHighlighted, type Run } from './highlight.ts';

/** Characters of one construct, such as a comment or a string, after which the rest stays without colours. */
const LONGEST_CONSTRUCT = 20_000;

/** How many lines are tried next, after so many were not the end of a construct. */
function moreThan(lines: number): number {
  return Math.ceil(lines * 1.5);
}

/**
 * Colours code that comes in pieces. Where the grammar is back at its beginning after some whole lines, they are
 * done: what follows is coloured by itself. That is looked for after the first line, and after 1, 2, 3, 5, 8 …
 * lines of a construct that goes on, so a long comment costs a few times its length and no more. Where it is looked
 * for depends on the code alone and not on its pieces: the same code always looks the same.
 */
export class GrowingHighlight {
  readonly #language: string;
  #open = '';
  /** The lines of `#open` that are tried next. */
  #tried = 1;
  #isPlain: boolean;

  constructor(language: string) {
    this.#language = language;
    this.#isPlain = !isHighlighted(language);
  }

  /** Runs that are done with this piece, and those after them, which may change with the next. */
  append(text: string): { done: Run[]; open: Run[] } {
    this.#open += text;
    const done: Run[] = [];
    for (;;) {
      const end = this.#isPlain ? -1 : endOfLine(this.#open, this.#tried);
      if (end < 0) {
        break;
      }
      const { runs, isComplete } = highlightLines(this.#open.slice(0, end), this.#language);
      if (isComplete) {
        done.push(...runs);
        this.#open = this.#open.slice(end);
        this.#tried = 1;
      } else if (end > LONGEST_CONSTRUCT) {
        this.#isPlain = true;
      } else {
        this.#tried = moreThan(this.#tried);
      }
    }
    return { done, open: this.#openRuns() };
  }

  #openRuns(): Run[] {
    if (this.#open === '') {
      return [];
    }
    return this.#isPlain || this.#open.length > LONGEST_CONSTRUCT
      ? [{ kind: 'plain', text: this.#open }]
      : highlightLines(this.#open, this.#language).runs;
  }
}

/** Where the first so many lines end; -1 where there are not so many whole ones. */
function endOfLine(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end) + 1;
    if (end === 0) {
      return -1;
    }
  }
  return end;
}
