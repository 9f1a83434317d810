import type { TextRange } from './textRange.ts';

/**
 * Grows ranges to whole lines, from top to bottom, without the line end of the last one. Those that meet become one;
 * those that are empty are left out.
 * @param lengthOf the length of a line of the document
 */
export function wholeLines(ranges: readonly TextRange[], lengthOf: (line: number) => number): TextRange[] {
  const merged: { start: number; end: number }[] = [];
  const grown = ranges.flatMap(({ start, end }) => {
    const isEmpty = start.line === end.line && start.character === end.character;
    return isEmpty ? [] : [{ start: start.line, end: end.character === 0 ? end.line - 1 : end.line }];
  });
  for (const range of grown.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end + 1) {
      last.end = Math.max(last.end, range.end);
    } else {
      merged.push(range);
    }
  }
  return merged.map(({ start, end }) => ({
    start: { line: start, character: 0 },
    end: { line: end, character: lengthOf(end) },
  }));
}
