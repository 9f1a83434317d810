import { depthOf } from './declarations.ts';

/** Lines above and below a place that are compared with the ends of code. */
const MAX_REPEATED = 200;

/** Changed lines between what was asked about and a line above that code repeats. */
const MAX_CHANGED = 3;

/** Lines that many places have, and that don't tell where code belongs. */
const COMMON =
  /^\W*(?:else|try|do|begin|end|then|done|esac|return|break|continue|pass|finally|default|null|true|false|none|self|this|nil|private|public|protected|override|use strict|test)?\W*(?:null|true|false|none|self|this|nil|end)?\W*$|^\W*(?:catch|except)\b|^<\/?(?:div|span|p|li|td|section)>$/i;

/** Alone on a line: done twice, it can be meant. */
const CALL = /^(?:await\s+)?[\w.$]+\([^=]*\);?$/;

export interface SignificantLine {
  /** Index in its text. */
  readonly line: number;
  /** Without white space at the ends. */
  readonly text: string;
}

/** Whether a line tells where code belongs, as most lines do, but not `}` or `else`. */
export function tellsPlace(trimmed: string): boolean {
  return /[\p{L}\p{N}_].*[\p{L}\p{N}_]|[\p{L}_]\s*[=(]/u.test(trimmed) && !COMMON.test(trimmed);
}

export function significantLines(lines: readonly string[]): SignificantLine[] {
  return nonBlankLines(lines).filter(({ text }) => tellsPlace(text));
}

function nonBlankLines(lines: readonly string[]): SignificantLine[] {
  return lines.map((text, line) => ({ line, text: text.trim() })).filter(({ text }) => text !== '');
}

/** Opened brackets minus closed ones. Those in strings and comments count too; they mostly come in pairs. */
export function bracketBalance(lines: readonly string[]): number {
  let balance = 0;
  for (const line of lines) {
    for (const bracket of line.match(/[()[\]{}]/g) ?? []) {
      balance += '([{'.includes(bracket) ? 1 : -1;
    }
  }
  return balance;
}

/**
 * The lines around a place that code repeats at its ends.
 * @returns the first line above that is repeated, and the line after the last one below; the place itself if none are
 */
export function repeatedAround(
  lines: readonly string[],
  asked: { readonly start: number; readonly end: number },
  code: readonly string[],
): { above: number; below: number } {
  const inCode = nonBlankLines(code);
  const inAsked = nonBlankLines(lines.slice(asked.start, asked.end));
  const from = Math.max(0, asked.start - MAX_REPEATED);
  const above = nonBlankLines(lines.slice(from, asked.start))
    .map(({ line, text }) => ({ line: line + from, text }))
    .reverse();
  const below = nonBlankLines(lines.slice(asked.end, asked.end + MAX_REPEATED)).map(({ line, text }) => ({
    line: line + asked.end,
    text,
  }));
  const askedLines = lines.slice(asked.start, asked.end);
  const isOnce = (text: string): boolean => lines.filter((line) => line.trim() === text).length === 1;
  let head = repeatedHead(inCode, above, inAsked, isOnce);
  let tail = repeatedHead(inCode.toReversed(), below, inAsked.toReversed(), isOnce);
  if (head + tail > inCode.length) {
    return { above: asked.start, below: asked.end };
  }
  if (tail > 0 && head === 0) {
    head = changedHead(inCode[0]?.text ?? '', above, isOnce);
  }
  if (head > 0 && tail === 0) {
    tail = commonTail(inCode.slice(head), below);
  } else if (tail > 0 && head === 0) {
    head = commonTail(inCode.slice(0, inCode.length - tail).toReversed(), above);
  } else if (head === 0 && bracketBalance(code) < bracketBalance(askedLines)) {
    tail = commonTail(inCode, below);
  } else if (head === 0 && bracketBalance(code) > bracketBalance(askedLines)) {
    head = commonTail(inCode.toReversed(), above);
  }
  if (head === 0 && tail === 0 && /^[{[(]$/.test(inCode[0]?.text ?? '')) {
    // The brackets around the place, each on a line of its own.
    const [first, last] = [inCode[0], inCode.at(-1)];
    const isAround = first?.text === above[0]?.text && last?.text === below[0]?.text;
    [head, tail] = isAround && inAsked[0]?.text !== first?.text ? [1, 1] : [0, 0];
  }
  return {
    above: head === 0 ? asked.start : (above[head - 1]?.line ?? asked.start),
    below: tail === 0 ? asked.end : (below[tail - 1]?.line ?? asked.end - 1) + 1,
  };

  /**
   * Number of lines without a meaning of their own, such as `}`, that are repeated at the other end: as many as leave
   * brackets as they were.
   */
  function commonTail(rest: readonly SignificantLine[], around: readonly SignificantLine[]): number {
    const most = Math.min(rest.length, around.length);
    const askedBalance = bracketBalance(askedLines);
    let balance = bracketBalance(rest.slice(0, rest.length - most).map(({ text }) => text));
    for (let count = most; count > 0; count--) {
      const isRepeated = rest
        .slice(rest.length - count)
        .every((line, index) => line.text === around[index]?.text && isSameDepth(line, around[index]));
      if (isRepeated && balance === askedBalance) {
        return count;
      }
      balance += bracketBalance([rest[rest.length - count]?.text ?? '']);
    }
    return 0;
  }

  /** Compared with the line at which the repetition was found. */
  function isSameDepth(inside: SignificantLine | undefined, outside: SignificantLine | undefined): boolean {
    if (head === 0 && tail === 0) {
      return true;
    }
    const [codeLine, documentLine] =
      head > 0 ? [inCode[0], above[head - 1]] : [inCode.at(-1), below[tail - 1]];
    const depthIn = (text: readonly string[], one: SignificantLine | undefined): number =>
      depthOf(text[one?.line ?? 0] ?? '');
    const inCodeStep = Math.sign(depthIn(code, inside) - depthIn(code, codeLine));
    return inCodeStep === Math.sign(depthIn(lines, outside) - depthIn(lines, documentLine));
  }
}

/** Lines above, up to the one with which the code begins, if the code changes those between. */
function changedHead(
  first: string,
  above: readonly SignificantLine[],
  isOnce: (text: string) => boolean,
): number {
  const index = above.slice(0, MAX_CHANGED + 1).findIndex(({ text }) => text === first);
  const isParagraph = (above[0]?.line ?? 0) - (above[index]?.line ?? 0) === index;
  return index > 0 && isParagraph && isOnce(first) && tellsPlace(first) ? index + 1 : 0;
}

/**
 * Number of the first lines of code that equal those next to the place, nearest last. None if they don't tell a place,
 * or if the place begins with them too.
 * @param around from the nearest line on
 */
function repeatedHead(
  code: readonly SignificantLine[],
  around: readonly SignificantLine[],
  asked: readonly SignificantLine[],
  isOnce: (text: string) => boolean,
): number {
  for (let count = Math.min(code.length, around.length); count > 0; count--) {
    const head = code.slice(0, count);
    const isRepeated = head.every(({ text }, index) => text === around[count - 1 - index]?.text);
    // A line that the document has several times can belong to the code as well.
    if (
      isRepeated &&
      head.some(({ text }) => tellsPlace(text) && (count > 2 || !CALL.test(text) || isOnce(text)))
    ) {
      return head.every(({ text }, index) => text === asked[index]?.text) ? 0 : count;
    }
  }
  return 0;
}
