import { openingFence } from '../markdown/codeBlocks.ts';

/** Characters from the end of a text in which the beginning of a repeated passage is looked for. */
const MAX_LOOKBACK_CHARS = 4000;

/**
 * Letters and digits of a passage that is taken for repeated. Text that goes on as it should may well begin with the
 * few signs before it, as the rest of `---` or of `| - |` does; with as many letters, it does not.
 */
const MIN_OVERLAP_LETTERS = 8;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;

/** The beginning of a line that opens or closes a fence, within a list or a quotation too. */
const FENCE_LINE = /^[ \t>]*(?:`{3}|~{3})/;

/**
 * Where a reply that was cut and its continuation meet. Models that are asked to go on repeat now and then where they
 * were: the last lines from the beginning of one of them, the line that opened the fence they are in, or both. That is
 * left out, and nothing else: text that goes on exactly stays as it is.
 */
export class ContinuationOverlap {
  /** What a continuation would begin with, if it repeated something. */
  readonly #passages: readonly string[];

  /** @param before the reply as far as it came */
  constructor(before: string) {
    const lastLines = distinctiveSuffixes(
      before.slice(-MAX_LOOKBACK_CHARS),
      before.length <= MAX_LOOKBACK_CHARS,
    );
    const opening = openingFence(before);
    this.#passages =
      opening === undefined
        ? lastLines
        : [opening, ...lastLines, ...lastLines.map((passage) => opening + passage)];
  }

  /** A continuation without what it repeats. */
  removeFrom(continuation: string): string {
    const repeated = this.#passages
      .filter((passage) => continuation.startsWith(passage))
      .reduce((longest, { length }) => Math.max(longest, length), 0);
    return continuation.slice(repeated);
  }

  /** Whether what `rest` leaves out stays the same, whatever else the continuation brings. */
  isFinal(continuation: string): boolean {
    return !this.#passages.some(
      (passage) => passage.length > continuation.length && passage.startsWith(continuation),
    );
  }
}

/**
 * The ends of a text, each from the beginning of a line, that can hardly be there twice by chance: those with enough
 * letters, and the line of a fence that is not complete or the last.
 */
function distinctiveSuffixes(text: string, startsAtLineStart: boolean): string[] {
  const ends: string[] = [];
  const lines = text.split('\n');
  let letters = 0;
  let end = '';
  for (const [index, line] of [...lines.entries()].reverse()) {
    const isLast = index === lines.length - 1;
    end = isLast ? line : `${line}\n${end}`;
    letters += line.match(LETTER_OR_DIGIT)?.length ?? 0;
    if (index === 0 && !startsAtLineStart) {
      break;
    }
    if (letters >= MIN_OVERLAP_LETTERS || (isLast && FENCE_LINE.test(line))) {
      ends.push(end);
    }
  }
  return ends;
}
