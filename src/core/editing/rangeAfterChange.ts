import type { TextRange } from './textRange.ts';

/**
 * Where a range is after a change of its text. `undefined` if other lines have changed too. A line that only a part of
 * is in the range is in it as a whole if the other part has changed.
 */
export function rangeAfterChange(
  { start, end }: TextRange,
  before: readonly string[],
  after: readonly string[],
): TextRange | undefined {
  const endLine = after.length - (before.length - end.line);
  const [first = '', last = ''] = [after[start.line], after[endLine]];
  const beforeStart = (before[start.line] ?? '').slice(0, start.character);
  const afterEnd = (before[end.line] ?? '').slice(end.character);
  const endsBeforeLine = end.character === 0 && end.line > start.line;
  const isOutsideSame =
    endLine >= start.line &&
    before.slice(0, start.line).every((line, index) => line === after[index]) &&
    before.slice(end.line + 1).every((line, index) => line === after[endLine + 1 + index]) &&
    (!endsBeforeLine || last === afterEnd);
  return isOutsideSame
    ? {
        start: { line: start.line, character: first.startsWith(beforeStart) ? start.character : 0 },
        end: { line: endLine, character: last.length - (last.endsWith(afterEnd) ? afterEnd.length : 0) },
      }
    : undefined;
}
