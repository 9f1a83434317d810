/** Maximum distance from the end of the text at which a repeated passage starts, in UTF-16 units. */
const MAX_LOOKBACK_CHARS = 4000;

/** Minimum number of letters and digits in a passage from which a repetition is inferred. */
const MIN_OVERLAP_LETTERS = 8;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;

/** The start of a line that opens or closes a fence, also in a list or a quotation. */
const FENCE_LINE = /^[ \t>]*(?:`{3}|~{3})/;

/** An element of a list, or the first cell of a table row: the next one may be equal. */
const ELEMENT = /^(?:.*[)\]}"'`](?:,|; ) *| *\|[^|\n]*)$/;

/**
 * Finds the text that a continuation repeats from the end of the reply that was cut off. Models sometimes begin again at
 * the start of the line that was cut, or of one before it, or with the line that opened the current fence.
 *
 * Only what can't be new text is removed. The rest of a line doesn't begin as the line does; but after a complete line,
 * an equal one may follow, as in tables and data: so nothing is removed there. If the beginning fits several lines, it is
 * taken for the last of them: a line may then appear twice, but none is lost.
 */
export class ContinuationOverlap {
  /** The ends of the text from the starts of its last lines, the shortest first. Empty after a complete line. */
  readonly #ends: readonly string[];
  /** The line that opened the current code block. */
  readonly #opening: string;
  /** The current code block after that line, if it has several lines. */
  readonly #block: string | undefined;

  /**
   * @param before text of the reply so far
   * @param opening the line that opened its current code block: see `openingFence`
   */
  constructor(before: string, opening: string | undefined) {
    this.#ends = endsFromLineStarts(before);
    this.#opening = opening ?? '';
    const block = this.#opening && before.slice(before.lastIndexOf(this.#opening) + this.#opening.length);
    const isDistinct =
      block.length <= MAX_LOOKBACK_CHARS &&
      block.indexOf('\n') < block.lastIndexOf('\n') &&
      !isRepetition(block);
    this.#block = isDistinct ? block : undefined;
  }

  /** Returns the continuation without the passage that it repeats. */
  removeFrom(continuation: string): string {
    if (this.#opening === '' || !continuation.startsWith(this.#opening)) {
      return this.#withoutEnd(continuation, MIN_OVERLAP_LETTERS);
    }
    const reopened = continuation.slice(this.#opening.length);
    return this.#block !== undefined && reopened.startsWith(this.#block)
      ? reopened.slice(this.#block.length)
      : // It began again, as the fence shows.
        this.#withoutEnd(reopened, 1);
  }

  /** Whether `removeFrom` removes the same passage whatever follows in the continuation. */
  isFinal(continuation: string): boolean {
    if (this.#opening === '' || !continuation.startsWith(this.#opening)) {
      return !isStartOf(continuation, this.#opening) && this.#isEndFinal(continuation);
    }
    const reopened = continuation.slice(this.#opening.length);
    return !isStartOf(reopened, this.#block ?? '') && this.#isEndFinal(reopened);
  }

  #isEndFinal(continuation: string): boolean {
    const shortest = this.#ends.find((end) => continuation.startsWith(end)) ?? '';
    return ![...this.#ends, shortest + shortest].some((passage) => isStartOf(continuation, passage));
  }

  #withoutEnd(continuation: string, minLetters: number): string {
    const repeated = this.#ends.filter((end) => continuation.startsWith(end));
    const [shortest = '', longest] = [repeated[0], repeated.at(-1)];
    const isNewText =
      longest === undefined ||
      !isDistinctive(longest, minLetters) ||
      isRepetition(shortest) ||
      (shortest === longest && ELEMENT.test(shortest)) ||
      continuation.startsWith(shortest + shortest);
    return isNewText ? continuation : continuation.slice(shortest.length);
  }
}

/** Whether the text is a beginning of the passage, but not all of it. */
function isStartOf(text: string, passage: string): boolean {
  return text.length < passage.length && passage.startsWith(text);
}

function endsFromLineStarts(before: string): string[] {
  const text = before.slice(-MAX_LOOKBACK_CHARS);
  const lines = text.split('\n');
  if (lines.at(-1)?.trim() === '') {
    return [];
  }
  // The first line may have been cut by the maximum.
  const firstIndex = text.length < before.length ? 1 : 0;
  return lines
    .map((_, index) => lines.slice(index).join('\n'))
    .slice(firstIndex)
    .reverse();
}

/** Whether the passage is unlikely to be repeated by chance, as `---` or `| - |` are. */
function isDistinctive(passage: string, minLetters: number): boolean {
  const letters = passage.match(LETTER_OR_DIGIT)?.length ?? 0;
  return letters >= minLetters || (!passage.includes('\n') && FENCE_LINE.test(passage));
}

/** Whether a text consists of equal parts, so that another equal part may follow. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) {
      return true;
    }
  }
  return false;
}
