import { type LineHunk, lineHunks } from './lineHunks.ts';

/**
 * The hunk that a line belongs to. Lines that only one text has can often be told from equal ones beside them in several
 * ways, and VS Code may mark other ones: each of them counts. Between lines that are missing, either neighbor does.
 * @param side of `line`, which counts from 0
 */
export function hunkAt(
  left: readonly string[],
  right: readonly string[],
  { line, side }: { readonly line: number; readonly side: 'left' | 'right' },
): LineHunk | undefined {
  const hunks = lineHunks(left, right);
  return hunks.find((hunk, index) => {
    const { leftStart, leftEnd, rightStart, rightEnd } = hunk;
    const [start, end] = side === 'left' ? [leftStart, leftEnd] : [rightStart, rightEnd];
    const [before, after] = [hunks[index - 1], hunks[index + 1]];
    const room =
      leftStart === leftEnd
        ? slack(right, rightStart, rightEnd, before?.rightEnd ?? 0, after?.rightStart ?? right.length)
        : rightStart === rightEnd
          ? slack(left, leftStart, leftEnd, before?.leftEnd ?? 0, after?.leftStart ?? left.length)
          : { up: 0, down: 0 };
    const gap = start === end ? 1 : 0;
    return line >= start - room.up - gap && line < end + room.down + gap;
  });
}

/** By how many lines a run of lines can be moved without a change of the text, between two limits. */
function slack(
  lines: readonly string[],
  start: number,
  end: number,
  first: number,
  last: number,
): { up: number; down: number } {
  let [up, down] = [0, 0];
  while (start - up > first && lines[start - up - 1] === lines[end - up - 1]) {
    up++;
  }
  while (end + down < last && lines[start + down] === lines[end + down]) {
    down++;
  }
  return { up, down };
}
