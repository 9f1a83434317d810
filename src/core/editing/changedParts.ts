import { lineHunks } from './lineHunks.ts';

/** Whole lines, from 0: `end` is exclusive. */
interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of equal lines between two parts that are shown as one. */
const MAX_BETWEEN = 3;

/**
 * The parts of a changed text that tell all of it to who knows the text before: its changes, and what stands in the place
 * of the lines that were asked about.
 * @param asked lines of the text before
 */
export function changedParts(
  before: readonly string[],
  after: readonly string[],
  asked: readonly Lines[],
): Lines[] {
  const hunks = lineHunks(before, after);
  const parts: Lines[] = hunks.map(({ rightStart, rightEnd }) => ({ start: rightStart, end: rightEnd }));
  for (const { start, end } of asked) {
    const above = hunks.findLast(({ leftEnd }) => leftEnd <= start);
    const inside = hunks.findLast(({ leftStart, leftEnd }) => leftStart <= end && leftEnd > start);
    const movedBy = above === undefined ? 0 : above.rightEnd - above.leftEnd;
    const endMovedBy = inside === undefined ? movedBy : inside.rightEnd - inside.leftEnd;
    parts.push({ start: start + movedBy, end: Math.max(end, inside?.leftEnd ?? 0) + endMovedBy });
  }
  const merged: { start: number; end: number }[] = [];
  for (const part of parts.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && part.start <= last.end + MAX_BETWEEN) {
      last.end = Math.max(last.end, part.end);
    } else {
      merged.push({ ...part });
    }
  }
  return merged.filter(({ start, end }) => start < end);
}
