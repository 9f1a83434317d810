import { openingFence } from '../markdown/codeBlocks.ts';

/** Maximum distance from the end of the text at which a repeated passage starts, in UTF-16 units. */
const MAX_LOOKBACK_CHARS = 4000;

/**
 * Minimum number of letters and digits in a repeated passage. A continuation may legitimately start with the same few
 * characters that end the text, as in `---` or `| - |`, but not with this many letters.
 */
const MIN_OVERLAP_LETTERS = 8;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;

/** The start of a line that opens or closes a fence, also in a list or a quotation. */
const FENCE_LINE = /^[ \t>]*(?:`{3}|~{3})/;

/**
 * Finds the text that a continuation repeats from the end of the reply that was cut off. Models sometimes repeat the
 * last lines, from the start of a line, or the line that opened the current fence, or both. Nothing else is removed.
 */
export class ContinuationOverlap {
  /** Each text that a continuation starts with if it repeats something. */
  readonly #passages: readonly string[];

  /** @param before text of the reply so far */
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

  /** Returns the continuation without the passage that it repeats. */
  removeFrom(continuation: string): string {
    const repeated = this.#passages
      .filter((passage) => continuation.startsWith(passage))
      .reduce((longest, { length }) => Math.max(longest, length), 0);
    return continuation.slice(repeated);
  }

  /** Whether `removeFrom` removes the same passage whatever follows in the continuation. */
  isFinal(continuation: string): boolean {
    return !this.#passages.some(
      (passage) => passage.length > continuation.length && passage.startsWith(continuation),
    );
  }
}

/**
 * The suffixes of a text, each from the start of a line, that are unlikely to be repeated by chance: those with enough
 * letters, and an incomplete last line that starts a fence.
 */
function distinctiveSuffixes(text: string, startsAtLineStart: boolean): string[] {
  const suffixes: string[] = [];
  const lines = text.split('\n');
  let letters = 0;
  let suffix = '';
  for (const [index, line] of [...lines.entries()].reverse()) {
    const isLast = index === lines.length - 1;
    suffix = isLast ? line : `${line}\n${suffix}`;
    letters += line.match(LETTER_OR_DIGIT)?.length ?? 0;
    if (index === 0 && !startsAtLineStart) {
      break;
    }
    if (letters >= MIN_OVERLAP_LETTERS || (isLast && FENCE_LINE.test(line))) {
      suffixes.push(suffix);
    }
  }
  return suffixes;
}
