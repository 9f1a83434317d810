import { diffIndices } from 'node-diff3';

/** Lines of one text that another text has instead of its own: line indexes, the ends exclusive. */
export interface LineHunk {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/**
 * Product of the lengths up to which two texts are compared line by line. The time that a comparison takes grows with
 * it if lines repeat.
 */
const MAX_COMPARISONS = 4_000_000;

/**
 * What differs between two texts, in order. Texts that differ in too many lines are one hunk from the first difference
 * to the last.
 */
export function lineHunks(left: readonly string[], right: readonly string[]): LineHunk[] {
  const { head, tail } = commonEnds(left, right);
  const [leftEnd, rightEnd] = [left.length - tail, right.length - tail];
  if (head === leftEnd && head === rightEnd) {
    return [];
  }
  if ((leftEnd - head) * (rightEnd - head) > MAX_COMPARISONS) {
    return [{ leftStart: head, leftEnd, rightStart: head, rightEnd }];
  }
  return diffIndices(left.slice(head, leftEnd), right.slice(head, rightEnd)).map(({ buffer1, buffer2 }) => ({
    leftStart: head + buffer1[0],
    leftEnd: head + buffer1[0] + buffer1[1],
    rightStart: head + buffer2[0],
    rightEnd: head + buffer2[0] + buffer2[1],
  }));
}

/** Number of equal lines at the start and at the end, which don't overlap. */
export function commonEnds(
  left: readonly string[],
  right: readonly string[],
): { head: number; tail: number } {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) {
    head++;
  }
  let tail = 0;
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) {
    tail++;
  }
  return { head, tail };
}

/** Indexes of the lines that both texts have, in order. */
export function equalLines(
  left: readonly string[],
  right: readonly string[],
): { left: number; right: number }[] {
  const pairs: { left: number; right: number }[] = [];
  let at = { left: 0, right: 0 };
  const rest = { leftStart: left.length, leftEnd: left.length, rightStart: right.length };
  for (const hunk of [...lineHunks(left, right), { ...rest, rightEnd: right.length }]) {
    for (let offset = 0; at.left + offset < hunk.leftStart; offset++) {
      pairs.push({ left: at.left + offset, right: at.right + offset });
    }
    at = { left: hunk.leftEnd, right: hunk.rightEnd };
  }
  return pairs;
}
