import { equalLines, type LinePair } from './lineHunks.ts';
import { hasSameLines } from './textRange.ts';

/**
 * Merges two changes of a text by lines. Where both changed the same lines differently, the proposed lines win; so do
 * they everywhere in texts that are too long and too repetitive to compare.
 * @returns `isClean` if there was no such place
 */
export function mergeLines(
  asked: readonly string[],
  present: readonly string[],
  proposed: readonly string[],
): { lines: string[]; isClean: boolean } {
  const [inPresent, inProposed] = [keptLines(asked, present), keptLines(asked, proposed)];
  if (inPresent === undefined || inProposed === undefined) {
    return { lines: [...proposed], isClean: false };
  }
  const placesInPresent = new Map(inPresent.map(({ left, right }) => [left, right]));
  const parts: (readonly string[])[] = [];
  let isClean = true;
  let at = { asked: 0, present: 0, proposed: 0 };
  const ends = { left: asked.length, right: proposed.length };
  // Between lines that all three have.
  for (const { left, right } of [...inProposed, ends]) {
    const place = left === asked.length ? present.length : placesInPresent.get(left);
    if (place === undefined) {
      continue;
    }
    const before = asked.slice(at.asked, left);
    const ours = present.slice(at.present, place);
    const theirs = proposed.slice(at.proposed, right);
    const isOurs = hasSameLines(before, theirs);
    isClean &&= isOurs || hasSameLines(before, ours) || hasSameLines(ours, theirs);
    parts.push(isOurs ? ours : theirs, asked.slice(left, left + 1));
    at = { asked: left + 1, present: place + 1, proposed: right + 1 };
  }
  return { lines: parts.flat(), isClean };
}

/**
 * The equal lines of two texts. Of equal lines in a row, those after the others count as added or removed: in both
 * changes, so that the same change is found at the same place.
 */
function keptLines(asked: readonly string[], changed: readonly string[]): LinePair[] | undefined {
  let previous: LinePair = { left: -1, right: -1 };
  return equalLines(asked, changed)?.map(({ left, right }) => {
    const next = { left: previous.left + 1, right: previous.right + 1 };
    const isAddition = left === next.left;
    const isRemoval = right === next.right;
    previous = (isAddition || isRemoval) && asked[next.left] === changed[next.right] ? next : { left, right };
    return previous;
  });
}
