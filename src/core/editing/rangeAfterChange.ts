import type { TextRange } from './textRange.ts';

/**
 * Where a range is after a change: all that has changed, and what was in the range. Lines that are the same at the
 * beginning and at the end of the document count as not changed.
 */
export function rangeAfterChange(
  { start, end }: TextRange,
  before: readonly string[],
  after: readonly string[],
): TextRange {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) {
    head++;
  }
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  const linesBelow = before.length - 1 - end.line;
  const endLine = after.length - 1 - Math.min(linesBelow, tail);
  const charactersAfter = (before[end.line] ?? '').length - end.character;
  return {
    start: start.line <= head ? start : { line: head, character: 0 },
    end: {
      line: endLine,
      character: Math.max((after[endLine] ?? '').length - (linesBelow <= tail ? charactersAfter : 0), 0),
    },
  };
}
