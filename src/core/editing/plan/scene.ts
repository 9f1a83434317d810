import { equalLines } from '../lineHunks.ts';
import { isBlank, type NamedBlock, namedBlocks } from './declarations.ts';
import { type SignificantLine, significantLines } from './repeatedLines.ts';

/** Lines of a text: indexes, the end exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A document as it was when it was asked about. */
export interface KnownDocument {
  readonly lines: readonly string[];
  readonly significant: readonly SignificantLine[];
  readonly languageId: string;
  readonly blocks: readonly NamedBlock[];
  readonly blocksByName: ReadonlyMap<string, readonly NamedBlock[]>;
}

/** What was asked about in its document, and code for it. */
export interface Scene extends KnownDocument {
  readonly document: KnownDocument;
  readonly asked: LineRange;
  readonly askedLines: readonly string[];
  /** Without blank lines at the ends. */
  readonly code: readonly string[];
  readonly codeBlocks: readonly NamedBlock[];
  /** Those that begin before what was asked about, and end in it or after it; outer ones first. */
  readonly enclosing: readonly NamedBlock[];
  /** Those of what was asked about that are in no other block of it. */
  readonly own: readonly NamedBlock[];
  /** Those of the code that are in no other block of it. */
  readonly proposed: readonly NamedBlock[];
}

export function knownDocument(lines: readonly string[], languageId: string): KnownDocument {
  const blocks = namedBlocks(lines, languageId);
  const blocksByName = Map.groupBy(blocks, ({ name }) => name);
  return { lines, significant: significantLines(lines), languageId, blocks, blocksByName };
}

export function sceneOf(document: KnownDocument, asked: LineRange, code: readonly string[]): Scene {
  const { lines, languageId, blocks } = document;
  const trimmed = trimBlankEnds(code);
  const codeBlocks = namedBlocks(trimmed, languageId);
  return {
    ...document,
    document,
    asked,
    askedLines: lines.slice(asked.start, asked.end),
    code: trimmed,
    codeBlocks,
    enclosing: blocks.filter(({ start, end }) => start < asked.start && end > asked.start),
    own: outermost(blocks.filter((block) => contains(asked, block))),
    proposed: outermost(codeBlocks),
  };
}

export function outermost(blocks: readonly NamedBlock[]): NamedBlock[] {
  let end = 0;
  return blocks.filter((block) => {
    const isOutside = block.start >= end;
    end = Math.max(end, block.end);
    return isOutside;
  });
}

export function contains(outer: LineRange, inner: LineRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The smallest range with both in it. */
export function union(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

export function trimBlankEnds(lines: readonly string[]): readonly string[] {
  const { start, end } = withoutBlankEnds(lines);
  return lines.slice(start, end);
}

export function withoutBlankEnds(lines: readonly string[]): LineRange {
  const start = lines.findIndex((line) => !isBlank(line));
  return start < 0 ? { start: 0, end: 0 } : { start, end: lines.findLastIndex((line) => !isBlank(line)) + 1 };
}

/**
 * Of lines that tell a place, those that code has too, in the same order; in any order if they are too repetitive to
 * tell.
 */
export function repeatedIn(
  lines: readonly SignificantLine[],
  code: readonly string[],
): readonly SignificantLine[] {
  const inCode = significantLines(code).map(({ text }) => text);
  const known = new Set(inCode);
  const shared = lines.filter(({ text }) => known.has(text));
  const pairs = equalLines(
    shared.map(({ text }) => text),
    inCode,
  );
  return pairs?.flatMap(({ left }) => shared[left] ?? []) ?? shared;
}

/** Significant lines of a range, without those that were asked about. */
export function significantOutside(
  { significant, asked }: Scene,
  { start, end }: LineRange,
): readonly SignificantLine[] {
  const above = { start, end: Math.min(end, asked.start) };
  const below = { start: Math.max(start, asked.end), end };
  return [above, below].flatMap((range) =>
    significant.slice(placeOf(significant, range.start), placeOf(significant, range.end)),
  );
}

/** How many of some significant lines are above a line. */
function placeOf(significant: readonly SignificantLine[], line: number): number {
  let [from, to] = [0, significant.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    [from, to] = (significant[middle]?.line ?? line) < line ? [middle + 1, to] : [from, middle];
  }
  return from;
}
