import { diffIndices } from 'node-diff3';

/** Lines of one text that another text has instead of its own: line indexes, the ends exclusive. */
export interface LineHunk {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/** A line that both texts have: its index in each. */
export interface LinePair {
  readonly left: number;
  readonly right: number;
}

/** Product of the numbers of lines up to which they are compared without splitting the texts. */
const MAX_COMPARED_AT_ONCE = 1_000_000;

/** Steps after which a comparison is given up: less than a second. Only long texts of repeated lines take as many. */
const MAX_STEPS = 5_000_000;

/**
 * What differs between two texts, in order. Texts that are too long and too repetitive to compare are one hunk from
 * the first difference to the last.
 */
export function lineHunks(left: readonly string[], right: readonly string[]): LineHunk[] {
  const hunks: LineHunk[] = [];
  let at: LinePair = { left: 0, right: 0 };
  const ends = { left: left.length, right: right.length };
  for (const next of [...(equalLines(left, right) ?? equalEnds(left, right)), ends]) {
    if (next.left > at.left || next.right > at.right) {
      hunks.push({ leftStart: at.left, leftEnd: next.left, rightStart: at.right, rightEnd: next.right });
    }
    at = { left: next.left + 1, right: next.right + 1 };
  }
  return hunks;
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

/**
 * The lines that both texts have, in order: as many as possible in short texts; long texts are split at lines that each
 * has once. Undefined if they are too long and too repetitive for that.
 */
export function equalLines(left: readonly string[], right: readonly string[]): LinePair[] | undefined {
  const pairs: LinePair[] = [];
  let steps = 0;
  return compare(numbered(left), numbered(right)) ? pairs : undefined;

  function compare(ofLeft: readonly NumberedLine[], ofRight: readonly NumberedLine[]): boolean {
    if (ofLeft.length === 0 || ofRight.length === 0) {
      return true;
    }
    const { head, tail } = commonEnds(textsOf(ofLeft), textsOf(ofRight));
    const [leftEnd, rightEnd] = [ofLeft.length - tail, ofRight.length - tail];
    addPairs(ofLeft, ofRight, { left: 0, right: 0 }, head);
    const isCompared = compareShared(
      linesIn(ofLeft.slice(head, leftEnd), ofRight.slice(head, rightEnd)),
      linesIn(ofRight.slice(head, rightEnd), ofLeft.slice(head, leftEnd)),
    );
    addPairs(ofLeft, ofRight, { left: leftEnd, right: rightEnd }, tail);
    return isCompared;
  }

  /** @param ofLeft like `ofRight`, without lines that the other text doesn't have at all */
  function compareShared(ofLeft: readonly NumberedLine[], ofRight: readonly NumberedLine[]): boolean {
    const product = ofLeft.length * ofRight.length;
    const anchors = product > MAX_COMPARED_AT_ONCE ? uniquePairs(ofLeft, ofRight) : [];
    steps += anchors.length === 0 ? product : ofLeft.length + ofRight.length;
    if (steps > MAX_STEPS) {
      return false;
    }
    let at: LinePair = { left: 0, right: 0 };
    if (anchors.length === 0) {
      for (const { buffer1, buffer2 } of diffIndices(textsOf(ofLeft), textsOf(ofRight))) {
        addPairs(ofLeft, ofRight, at, buffer1[0] - at.left);
        at = { left: buffer1[0] + buffer1[1], right: buffer2[0] + buffer2[1] };
      }
      addPairs(ofLeft, ofRight, at, ofLeft.length - at.left);
      return true;
    }
    const areCompared = anchors.every((anchor) => {
      const isCompared = compare(ofLeft.slice(at.left, anchor.left), ofRight.slice(at.right, anchor.right));
      addPairs(ofLeft, ofRight, anchor, 1);
      at = { left: anchor.left + 1, right: anchor.right + 1 };
      return isCompared;
    });
    return areCompared && compare(ofLeft.slice(at.left), ofRight.slice(at.right));
  }

  function addPairs(
    ofLeft: readonly NumberedLine[],
    ofRight: readonly NumberedLine[],
    from: LinePair,
    count: number,
  ): void {
    ofLeft.slice(from.left, from.left + count).forEach(({ line }, index) => {
      pairs.push({ left: line, right: ofRight[from.right + index]?.line ?? 0 });
    });
  }
}

function equalEnds(left: readonly string[], right: readonly string[]): LinePair[] {
  const { head, tail } = commonEnds(left, right);
  const pairs = (length: number, ofLeft: number, ofRight: number): LinePair[] =>
    Array.from({ length }, (_, index) => ({ left: ofLeft + index, right: ofRight + index }));
  return [...pairs(head, 0, 0), ...pairs(tail, left.length - tail, right.length - tail)];
}

interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

function numbered(lines: readonly string[]): NumberedLine[] {
  return lines.map((text, line) => ({ line, text }));
}

function textsOf(lines: readonly NumberedLine[]): string[] {
  return lines.map(({ text }) => text);
}

function linesIn(lines: readonly NumberedLine[], others: readonly NumberedLine[]): NumberedLine[] {
  const known = new Set(textsOf(others));
  return lines.filter(({ text }) => known.has(text));
}

/** Of the lines that both have exactly once, as many as are in the same order in both; by their places. */
function uniquePairs(left: readonly NumberedLine[], right: readonly NumberedLine[]): LinePair[] {
  const ofRight = uniquePlaces(right);
  // The last pair of the shortest chain of each length, with the one before it (patience sorting).
  const ends: ChainedPair[] = [];
  for (const [text, place] of uniquePlaces(left)) {
    const other = ofRight.get(text);
    if (other !== undefined) {
      let [from, to] = [0, ends.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        [from, to] = (ends[middle]?.right ?? 0) < other ? [middle + 1, to] : [from, middle];
      }
      ends[from] = { left: place, right: other, previous: ends[from - 1] };
    }
  }
  const chain: LinePair[] = [];
  for (let last = ends.at(-1); last !== undefined; last = last.previous) {
    chain.push(last);
  }
  return chain.reverse();
}

interface ChainedPair extends LinePair {
  readonly previous: ChainedPair | undefined;
}

/** The places of the texts that occur once, in order. */
function uniquePlaces(lines: readonly NumberedLine[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach(({ text }, place) => {
    if (places.has(text)) {
      repeated.add(text);
    }
    places.set(text, place);
  });
  for (const text of repeated) {
    places.delete(text);
  }
  return places;
}
