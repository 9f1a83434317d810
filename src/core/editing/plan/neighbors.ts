import type { CodeLine } from '../../code/codeLine.ts';
import type { KnownDocument } from './knownDocument.ts';
import type { LineRange } from './lineRange.ts';

/** The next line with text, from a line on. */
export function textAt(lines: readonly CodeLine[], from: number, step: 1 | -1): CodeLine | undefined {
  let at = from;
  while (lines[at]?.isBlank === true) {
    at += step;
  }
  return lines[at];
}

export function blockAround(
  document: KnownDocument,
  range: LineRange,
): { isInFunction: boolean; header: CodeLine | undefined } {
  const around = document.blocks.findLast(({ start, end }) => start < range.start && end >= range.end);
  return { isInFunction: around?.hasMembers === false, header: headerAround(document, range.start) };
}

/** Index of the line in which the class begins that a label of access is in; negative if there is none. */
function classAbove(lines: readonly CodeLine[], label: number): number {
  const depth = lines[label]?.depth ?? 0;
  return lines.findLastIndex((line, at) => at < label && line.depth <= depth && line.is('classHead'));
}

/** Index of the line that opens the block around a blank line. */
function headerOfPlace({ lines, around }: KnownDocument, line: number): number | undefined {
  const aboveAt = lines.findLastIndex(({ isBlank }, at) => at < line && !isBlank);
  const belowAt = lines.findIndex(({ isBlank }, at) => at > line && !isBlank);
  const [above, below] = [lines[aboveAt], lines[belowAt]];
  const depth = above?.depth ?? 0;
  if (above?.is('opens') === true || (below !== undefined && below.depth > depth)) {
    return aboveAt;
  }
  const isLess = below !== undefined && below.depth < depth;
  return around[isLess && !below.is('closes') ? belowAt : aboveAt];
}

/** The line that opens the block around a line, told by the indentation. */
export function headerAround(document: KnownDocument, line: number): CodeLine | undefined {
  const { lines, around } = document;
  const isPlace = lines[line]?.isBlank !== false;
  const nearest = (isPlace ? headerOfPlace(document, line) : around[line]) ?? -1;
  // Such as `public:` in C++, which is as deep as its class, or less deep than the members only.
  const header = lines[nearest]?.is('accessLabel') === true ? classAbove(lines, nearest) : nearest;
  // A brace on a line of its own.
  return lines[header]?.trimmed === '{' ? textAt(lines, header - 1, -1) : lines[header];
}

/** Lines above and below a place that are looked at for what code repeats. */
const MAX_NEAR = 10;

/** Whether code for a place has a line that stands near it already, or declares a variable of the same name. */
export function repeatsNear(
  lines: readonly CodeLine[],
  { start, end }: LineRange,
  code: readonly CodeLine[],
): boolean {
  const near = [...lines.slice(Math.max(0, start - MAX_NEAR), start), ...lines.slice(end, end + MAX_NEAR)];
  const partsOf = ({ tellsPlace, trimmed, variable }: CodeLine): string[] => [
    ...(tellsPlace ? [trimmed] : []),
    ...(variable === undefined ? [] : [variable]),
  ];
  const known = new Set(near.flatMap(partsOf));
  return code.flatMap(partsOf).some((part) => known.has(part));
}

/**
 * Whether code ends with a word or a mark that closes the block around, as the line below does: it opens none of its own.
 * Brackets come in pairs, which others count.
 */
export function closesTwice(
  lines: readonly CodeLine[],
  { end }: LineRange,
  code: readonly CodeLine[],
): boolean {
  const last = code.at(-1);
  if (
    last === undefined ||
    last.trimmed !== textAt(lines, end, 1)?.trimmed ||
    !last.is('closer') ||
    last.brackets.unopened > 0
  ) {
    return false;
  }
  const mark = last.trimmed;
  const openers = code.filter(
    (line) => line.depth === last.depth && !line.isBlank && !line.is('opensPart') && !line.is('closer'),
  );
  const fences = code.filter(({ trimmed }) => trimmed.startsWith(mark)).length;
  return last.is('fence') ? fences % 2 === 1 : mark === ';;' || openers.length === 0;
}
