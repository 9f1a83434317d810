import { type LineHunk, lineHunks } from './lineHunks.ts';
import type { LineRange } from './plan/lineRange.ts';

/** Maximum number of equal lines between two parts that are shown as one. */
const MAX_BETWEEN = 3;

/**
 * The parts of a changed text that tell all of it to who knows the text before: its changes, and what stands in the place
 * of the lines that were asked about. Where lines are left out, it is the lines beside that tell it.
 * @param asked lines of the text before
 */
export function changedParts(
  before: readonly string[],
  after: readonly string[],
  asked: readonly LineRange[],
): LineRange[] {
  const hunks = lineHunks(before, after);
  const parts = [
    ...hunks.map(({ rightStart, rightEnd }) => ({ start: rightStart, end: rightEnd })),
    ...asked.map((lines) => linesInPlace(hunks, lines)),
  ].map(({ start, end }) =>
    start < end ? { start, end } : { start: Math.max(start - 1, 0), end: Math.min(end + 1, after.length) },
  );
  const merged: { start: number; end: number }[] = [];
  for (const part of parts.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && part.start <= last.end + MAX_BETWEEN) {
      last.end = Math.max(last.end, part.end);
    } else {
      merged.push(part);
    }
  }
  return merged;
}

/** What a changed text has in the place of some lines, with all of the changes that touch them. */
export function linesInPlace(hunks: readonly LineHunk[], { start, end }: LineRange): LineRange {
  const touching = hunks.filter(({ leftStart, leftEnd }) => leftStart <= end && leftEnd >= start);
  const above = hunks.findLast(({ leftEnd }) => leftEnd < start);
  const [first, last] = [touching[0], touching.at(-1)];
  const movedBy = above === undefined ? 0 : above.rightEnd - above.leftEnd;
  const endMovedBy = last === undefined ? movedBy : last.rightEnd - last.leftEnd;
  return {
    start: Math.min(start, first?.leftStart ?? start) + movedBy,
    end: Math.max(end, last?.leftEnd ?? end) + endMovedBy,
  };
}
