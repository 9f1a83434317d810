import type { LineRange } from './plan/lineRange.ts';
import type { TextRange } from './textRange.ts';

/**
 * Grows ranges to whole lines, from top to bottom, without the line end of the last one. Those that meet become one. An
 * empty range stands for its line if that is blank, which is a place to insert at, and else for nothing.
 * @param textOf the text of a line of the document
 */
export function wholeLines(ranges: readonly TextRange[], textOf: (line: number) => string): TextRange[] {
  const merged: { start: number; end: number }[] = [];
  const grown = ranges.flatMap(({ start, end }) => {
    const isEmpty = start.line === end.line && start.character === end.character;
    return isEmpty && textOf(start.line).trim() !== ''
      ? []
      : [{ start: start.line, end: end.character === 0 && !isEmpty ? end.line - 1 : end.line }];
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
    end: { line: end, character: textOf(end).length },
  }));
}

/** The lines of some ranges, in order and each once, that are in none of others. */
export function linesBeside(around: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  const lines = new Set(around.flatMap(({ start, end }) => numbersFrom(start, end)));
  for (const { start, end } of others) {
    numbersFrom(start, end).forEach((line) => void lines.delete(line));
  }
  const beside: { start: number; end: number }[] = [];
  for (const line of [...lines].sort((one, other) => one - other)) {
    const last = beside.at(-1);
    if (last?.end === line) {
      last.end = line + 1;
    } else {
      beside.push({ start: line, end: line + 1 });
    }
  }
  return beside;
}

function numbersFrom(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
