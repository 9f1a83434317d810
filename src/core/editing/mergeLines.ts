import { diff3Merge } from 'node-diff3';
import { commonEnds } from './lineHunks.ts';

/** Product of the lengths up to which changes are merged line by line; longer texts are one conflict. */
const MAX_COMPARISONS = 4_000_000;

/**
 * Merges two changes of a text by lines. Where both changed the same lines differently, the proposed lines win.
 * @returns `isClean` if there was no such place
 */
export function mergeLines(
  asked: readonly string[],
  present: readonly string[],
  proposed: readonly string[],
): { lines: string[]; isClean: boolean } {
  const ofPresent = commonEnds(asked, present);
  const ofProposed = commonEnds(asked, proposed);
  const head = Math.min(ofPresent.head, ofProposed.head);
  const tail = Math.min(ofPresent.tail, ofProposed.tail);
  const middle = (lines: readonly string[]): string[] => lines.slice(head, lines.length - tail);
  const [before, ours, theirs] = [middle(asked), middle(present), middle(proposed)];
  const isTooLong = before.length * Math.max(ours.length, theirs.length) > MAX_COMPARISONS;
  const regions = isTooLong ? [] : diff3Merge(ours, before, theirs, { excludeFalseConflicts: true });
  return {
    lines: [
      ...asked.slice(0, head),
      ...(isTooLong ? theirs : regions.flatMap(({ ok, conflict }) => ok ?? conflict?.b ?? [])),
      ...asked.slice(asked.length - tail),
    ],
    isClean: !isTooLong && regions.every(({ conflict }) => conflict === undefined),
  };
}
