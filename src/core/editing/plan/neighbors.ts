import { closesBlock, depthOf, isBlank } from './declarations.ts';
import type { KnownDocument } from './knownDocument.ts';
import { isClosing, type LineRange, opensPart, tellsPlace } from './lineWorth.ts';

/** The next line with text, from a line on. */
export function textAt(lines: readonly string[], from: number, step: 1 | -1): string {
  let at = from;
  while (at >= 0 && at < lines.length && isBlank(lines[at])) {
    at += step;
  }
  return lines[at]?.trim() ?? '';
}

export function blockAround(
  document: KnownDocument,
  range: LineRange,
): { isInFunction: boolean; header: string } {
  const around = document.blocks.findLast(({ start, end }) => start < range.start && end >= range.end);
  return { isInFunction: around?.hasMembers === false, header: headerAround(document, range.start) };
}

/** Index of the line in which the class begins that a label of access is in; negative if there is none. */
function classAbove(lines: readonly string[], label: number): number {
  const depth = depthOf(lines[label] ?? '');
  return lines.findLastIndex(
    (line, at) => at < label && depthOf(line) <= depth && /^\s*(?:class|struct)\b/.test(line),
  );
}

/** Index of the line that opens the block around a blank line. */
function headerOfPlace({ lines, around }: KnownDocument, line: number): number | undefined {
  const above = lines.findLastIndex((each, at) => at < line && !isBlank(each));
  const below = lines.findIndex((each, at) => at > line && !isBlank(each));
  const [textAbove, textBelow] = [lines[above]?.trim() ?? '', lines[below]?.trim() ?? ''];
  const isDeeper = below >= 0 && depthOf(lines[below] ?? '') > depthOf(lines[above] ?? '');
  if (/[([{:]$/.test(textAbove) || isDeeper) {
    return above;
  }
  const isLess = below >= 0 && depthOf(lines[below] ?? '') < depthOf(lines[above] ?? '');
  return around[isLess && !closesBlock(textBelow) ? below : above];
}

/** The line that opens the block around a line, told by the indentation; empty if there is none. */
export function headerAround(document: KnownDocument, line: number): string {
  const { lines, around } = document;
  const nearest = (isBlank(lines[line]) ? headerOfPlace(document, line) : around[line]) ?? -1;
  // Such as `public:` in C++, which is as deep as its class, or less deep than the members only.
  const isLabel = /^(?:public|private|protected|signals|slots)\b[^(]*:$/.test(lines[nearest]?.trim() ?? '');
  const header = isLabel ? classAbove(lines, nearest) : nearest;
  const text = lines[header]?.trim() ?? '';
  // A brace on a line of its own.
  return text === '{' ? textAt(lines, header - 1, -1) : text;
}

/** Lines above and below a place that are looked at for what code repeats. */
const MAX_NEAR = 10;

const DECLARES = /^(?:export\s+)?(?:const|let|var|val|auto)\s+[\p{L}_$][\p{L}\p{N}_$]*/u;

/** Whether code for a place has a line that stands near it already, or declares a variable of the same name. */
export function repeatsNear(
  lines: readonly string[],
  { start, end }: LineRange,
  code: readonly string[],
): boolean {
  const near = [...lines.slice(Math.max(0, start - MAX_NEAR), start), ...lines.slice(end, end + MAX_NEAR)];
  const partsOf = (line: string): string[] => {
    const trimmed = line.trim();
    return [...(tellsPlace(trimmed) ? [trimmed] : []), ...(DECLARES.exec(trimmed) ?? [])];
  };
  const known = new Set(near.flatMap(partsOf));
  return code.flatMap(partsOf).some((part) => known.has(part));
}

/**
 * Whether code ends with a word or a mark that closes the block around, as the line below does: it opens none of its own.
 * Brackets come in pairs, which others count.
 */
export function closesTwice(lines: readonly string[], { end }: LineRange, code: readonly string[]): boolean {
  const last = code.at(-1) ?? '';
  const mark = last.trim();
  if (mark !== textAt(lines, end, 1) || !isClosing(mark) || /[)\]}]/.test(mark)) {
    return false;
  }
  const openers = code.filter(
    (line) =>
      depthOf(line) === depthOf(last) && !isBlank(line) && !opensPart(line.trim()) && !isClosing(line.trim()),
  );
  const isFence = /^[`~]/.test(mark);
  const fences = code.filter((line) => line.trim().startsWith(mark)).length;
  return isFence ? fences % 2 === 1 : mark === ';;' || openers.length === 0;
}
