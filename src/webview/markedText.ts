import { characterEnd } from '../base/characterEnd.ts';
import { visiblePiecesOfAll } from '../core/visibleText.ts';
import { element } from './dom.ts';
import { nodesOfPieces } from './visibleNodes.ts';

/** Start and end of a highlighted part, in UTF-16 code units. */
type MatchRange = readonly [start: number, end: number];

interface Part {
  text: string;
  isMatch: boolean;
}

/** Highlights the ranges in a text. Invalid ranges are ignored; all text is kept. */
export function markedNodes(text: string, ranges: readonly MatchRange[]): Node[] {
  return nodesOfParts(partsOf(text, ranges)).flat();
}

/** Length of the end of a long name that is cut off last, such as `.test.ts` and what is before it. */
const TAIL_CHARS = 12;

/**
 * A name on one line. If there is not enough room, its middle is cut off: both its beginning and its end tell files
 * apart.
 */
export function nameOnOneLine(text: string, ranges: readonly MatchRange[]): HTMLElement {
  // A short name is not split: screen readers read a gap between the parts.
  const tailStart = text.length > 2 * TAIL_CHARS ? text.length - TAIL_CHARS : text.length;
  const cut = characterEnd(text, tailStart);
  const isBefore = ([start]: MatchRange): boolean => start < cut;
  const head = partsOf(
    text.slice(0, cut),
    ranges.filter(isBefore).map(([start, end]) => [start, Math.min(end, cut)]),
  );
  const tail = partsOf(
    text.slice(cut),
    ranges.filter(([, end]) => end > cut).map(([start, end]) => [Math.max(0, start - cut), end - cut]),
  );
  const nodes = nodesOfParts([...head, ...tail]);
  const name = element(
    'span',
    'one-line-name',
    element('span', '', ...nodes.slice(0, head.length).flat()),
    element('span', '', ...nodes.slice(head.length).flat()),
  );
  name.dir = 'auto';
  return name;
}

/** Splits a text at the ends of the ranges, skipping ranges that are invalid or overlap an earlier one. */
function partsOf(text: string, ranges: readonly MatchRange[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start >= from && end > start && end <= text.length) {
      parts.push({ text: text.slice(from, start), isMatch: false });
      parts.push({ text: text.slice(start, end), isMatch: true });
      from = end;
    }
  }
  return [...parts, { text: text.slice(from), isMatch: false }];
}

/** Hidden characters are recognized by their neighbors, so the parts are read as one text. */
function nodesOfParts(parts: readonly Part[]): Node[][] {
  return visiblePiecesOfAll(parts.map(({ text }) => text)).map((pieces, index) => {
    const nodes = nodesOfPieces(pieces);
    return parts[index]?.isMatch ? [element('mark', '', ...nodes)] : nodes;
  });
}
