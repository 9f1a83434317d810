import type { CodeLine } from '../../code/codeLine.ts';
import type { LineRange } from './lineRange.ts';
import { openBracketsOf } from './lineWorth.ts';
import { endOfPart, linesGone, linesOfCode, sharedTokens } from './newVersions.ts';
import type { Aligned, PlacedCode } from './placement.ts';
import { isOutside } from './possibleMatches.ts';

/** Share of the tokens that two ends of a function have in common if one is the new version of the other. */
const ALIKE = 0.7;

/**
 * The part of what was asked about that code has only some lines of. It begins with the document's version of the first
 * line, and ends with that of the last line that has one, and with the blocks that the code closes. The code must open and
 * close the same brackets, so that it can't leave half of a block behind.
 * @returns undefined if the code can take the place of all, or if the part is not certain
 */
export function someLines(aligned: Aligned): PlacedCode | undefined {
  const { document, asked, code } = aligned;
  const lineOf = linesOfCode(aligned);
  const start = lineOf.get(0);
  const isOther = [...lineOf].some(
    ([at, line]) => isOutside(asked, line) && code.lines[at]?.tellsPlace === true,
  );
  if (start === undefined || isOther || endsOtherwise(code.lines[0], document.lines[start])) {
    return undefined;
  }
  const mapped = [...lineOf.keys()].filter((at) => code.lines[at]?.tellsPlace === true);
  if (mapped.length * 2 < tellingLines(code.lines)) {
    return undefined;
  }
  const part = partLike(aligned, lineOf, start);
  const isHalf =
    part !== undefined && wordsBelow(code.lines) !== wordsBelow(document.lines.slice(part.start, part.end));
  return part === undefined || isHalf || canBeAll(aligned, lineOf, part) || comesTwice(aligned, part)
    ? undefined
    : part;
}

/** Lines that close a block by a word, such as `end`, and stand less deep than the first line. */
function wordsBelow(lines: readonly CodeLine[]): number {
  const depth = lines[0]?.depth ?? 0;
  return lines.filter((line) => line.is('closingWord') && line.depth < depth).length;
}

/** Number of the lines that tell a place. */
export function tellingLines(lines: readonly CodeLine[]): number {
  return lines.filter(({ tellsPlace }) => tellsPlace).length;
}

/** Whether a line ends a function as another one does, which can stand for all that leads to it. */
function endsOtherwise(line: CodeLine | undefined, known: CodeLine | undefined): boolean {
  return line !== undefined && known !== undefined && line.is('leaves') && sharedTokens(line, known) < ALIKE;
}

/** Closing lines at an end that are looked at. */
const MAX_CLOSERS = 50;

/** The part with the same brackets; of the code, or of the document, closing lines at the end can be left out. */
function partLike(
  aligned: Aligned,
  lineOf: ReadonlyMap<number, number>,
  start: number,
): PlacedCode | undefined {
  const { document, asked, code } = aligned;
  const length = code.lines.length;
  for (let end = length; end > Math.max(0, length - MAX_CLOSERS); end--) {
    const lines = code.lines.slice(0, end);
    const { unopened, unclosed } = openBracketsOf(lines);
    const first = Math.max(start + 1, endOfVersions(aligned, lineOf, end));
    for (let to = first; to <= Math.min(asked.end, first + MAX_CLOSERS); to++) {
      const known = openBracketsOf(document.lines.slice(start, to));
      if (known.unopened === unopened && known.unclosed === unclosed) {
        const own = { start: 0, end };
        return linesGone(aligned, lineOf, own, { start, end: to })
          ? undefined
          : { start, end: to, code: lines };
      }
      if (document.lines[to]?.is('closer') !== true) {
        break;
      }
    }
    if (code.lines[end - 1]?.is('closer') !== true) {
      break;
    }
  }
  return undefined;
}

/**
 * Index after the lines of the document that those above an end have become. Of a block, it is the end if the code has
 * nothing of it, or ends it there.
 */
function endOfVersions(
  { document, code }: Aligned,
  lineOf: ReadonlyMap<number, number>,
  end: number,
): number {
  const mapped = [...lineOf.keys()].sort((one, other) => one - other);
  return mapped.reduce((last, at, index) => {
    const line = lineOf.get(at) ?? 0;
    if (at >= end) {
      return last;
    }
    const own = endOfPart(code, at);
    const opens = own > at + 1 || code.lines[at]?.trimmed.at(-1) === document.lines[line]?.trimmed.at(-1);
    const hasSome = (mapped[index + 1] ?? own) < own;
    const isWhole = own <= end && (own > at + 1 || !opens) && !hasSome;
    return Math.max(last, isWhole ? endOfPart(document, line) : line + 1);
  }, 0);
}

/** Whether the code could also be a new version of all that was asked about. */
function canBeAll(
  { document, asked, code }: Aligned,
  lineOf: ReadonlyMap<number, number>,
  part: PlacedCode,
): boolean {
  const own = document.lines.slice(asked.start, asked.end);
  const first = asked.start + own.findIndex(({ isBlank }) => !isBlank);
  const end = asked.start + own.findLastIndex(({ isBlank }) => !isBlank) + 1;
  const above = tellingLines(document.lines.slice(asked.start, part.start));
  const below = tellingLines(document.lines.slice(part.end, asked.end));
  const isLong = tellingLines(part.code) * MUCH > tellingLines(own);
  if (part.start === first) {
    // The end of a block without brackets is not seen: these are its first lines if the document has all of them.
    const hasAll = part.code.every(({ tellsPlace }, at) => lineOf.has(at) || !tellsPlace);
    const isHead = !document.ends.has(first) && endOfPart(document, first) >= end && hasAll && !isLong;
    return below === 0 || (openBracketsOf(code.lines).unclosed === 0 && !isHead);
  }
  const isBlock = endOfPart(document, first) >= end;
  return above === 0 || (below === 0 && isLong && !isBlock);
}

/** Code that ends where what was asked about does is a part of that if it has fewer lines than one of so many. */
const MUCH = 3;

/** Whether a line that would stay is in the code too. */
function comesTwice({ document, asked, code }: Aligned, part: LineRange): boolean {
  const texts = new Set(code.lines.map(({ trimmed }) => trimmed));
  return [
    ...document.lines.slice(asked.start, part.start),
    ...document.lines.slice(part.end, asked.end),
  ].some(({ trimmed }) => texts.has(trimmed) && document.places.get(trimmed)?.length === 1);
}
