import type { CodeLine } from './codeLine.ts';
import { opensMembers, propertyIn } from './declarations.ts';
import { hasTrait } from './languages.ts';
import { flatBlockCloser } from './lineRoles.ts';

/*
 * Where blocks begin and end: those with a name by the indentation, others by their brackets, tags or fences.
 */

/** A part of a text that declares a name: a function, class, heading, key. Line indexes, the end exclusive. */
export interface NamedBlock {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Columns of the first line's indentation; for a heading, its level. */
  readonly depth: number;
  /** False for a variable: others of the same name are common. */
  readonly isUnique: boolean;
  /** Whether the block holds members, such as a class, whose names don't hide those outside. */
  readonly hasMembers: boolean;
}

/** All blocks with a name, outer ones before those inside. */
export function namedBlocks(lines: readonly CodeLine[], languageId: string): NamedBlock[] {
  if (hasTrait(languageId, 'headings')) {
    return headingBlocks(lines);
  }
  const hasProperties = hasTrait(languageId, 'propertyBlocks');
  const names = lines.map(
    (line, index) =>
      line.declared ??
      (hasProperties && lines[index + 1]?.trimmed === '{' ? propertyIn(line.trimmed) : undefined),
  );
  const ends = blockEnds(lines, (line) => names[line] !== undefined);
  const endsOfSections = hasTrait(languageId, 'sections') ? sectionEnds(lines) : undefined;
  return names.flatMap((named, start) => {
    const line = lines[start];
    if (named === undefined || line === undefined) {
      return [];
    }
    const sectionEnd = endsOfSections?.get(start);
    const end = sectionEnd ?? ends.get(start) ?? start + 1;
    const depth = sectionEnd === undefined ? line.depth : -1;
    return [{ ...named, start, end, depth, hasMembers: opensMembers(line.trimmed, languageId) }];
  });
}

/** Index after the last line of the block that starts at a line. */
export function blockEnd(lines: readonly CodeLine[], start: number): number {
  return blockEnds(lines, (line) => line === start, start).get(start) ?? start + 1;
}

/**
 * Indexes after the last lines of the blocks that start at some lines, by these; told by the indentation.
 * @param only the one block to look for
 */
function blockEnds(
  lines: readonly CodeLine[],
  isStart: (line: number) => boolean,
  only?: number,
): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly start: number; readonly depth: number; readonly opensList: boolean }[] = [];
  let lastEnd = 0;
  for (let at = only ?? 0; at < lines.length && (only === undefined || ends.size === 0); at++) {
    const line = lines[at];
    if (line === undefined) {
      continue;
    }
    // What is in a string belongs to the line in which that begins.
    const depth = line.inside === undefined ? line.depth : (lines[line.inside.start]?.depth ?? 0) + 1;
    if (!line.isBlank && !line.isDirective) {
      for (let block = open.at(-1); block !== undefined && depth <= block.depth; block = open.at(-1)) {
        const isSame = depth === block.depth;
        // Not if something opens again, as in `) {` and `} else {`.
        const isLast = isSame && line.is('closes') && !line.is('opens');
        const isListItem = block.opensList && line.dash !== undefined;
        if (
          isSame &&
          !isLast &&
          (isListItem || line.is('closes') || line.is('continues') || line.is('partOfHead'))
        ) {
          break;
        }
        ends.set(block.start, Math.max(block.start, isLast ? at : lastEnd) + 1);
        open.pop();
      }
      lastEnd = at;
    }
    if (isStart(at)) {
      open.push({ start: at, depth, opensList: line.trimmed.endsWith(':') });
    }
  }
  for (const { start } of open) {
    ends.set(start, Math.max(start, lastEnd) + 1);
  }
  return ends;
}

/** Indexes after the last lines of sections such as `[name]`, by their first lines. */
function sectionEnds(lines: readonly CodeLine[]): Map<number, number> {
  const starts = [...lines.keys()].filter((line) => lines[line]?.trimmed.startsWith('['));
  return new Map(
    starts.map((start, index) => [start, withoutBlankEnd(lines, start, starts[index + 1] ?? lines.length)]),
  );
}

function withoutBlankEnd(lines: readonly CodeLine[], start: number, end: number): number {
  let last = end;
  while (last > start + 1 && lines[last - 1]?.isBlank) {
    last--;
  }
  return last;
}

const HEADING = /^(#{1,6})\s+(\S.*)$/s;

function headingBlocks(lines: readonly CodeLine[]): NamedBlock[] {
  const headings: { name: string; start: number; depth: number }[] = [];
  let fence: string | undefined;
  lines.forEach(({ text }, start) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    const [, marks, name] = (fence === undefined ? HEADING.exec(text) : null) ?? [];
    if (marks !== undefined && name !== undefined) {
      headings.push({
        name: name
          .trimEnd()
          .replace(/(?<=\s)#+$/, '')
          .trimEnd(),
        start,
        depth: marks.length,
      });
    }
  });
  const blocks: NamedBlock[] = [];
  const below: typeof headings = [];
  for (const heading of headings.reverse()) {
    while ((below.at(-1)?.depth ?? 0) > heading.depth) {
      below.pop();
    }
    const end = withoutBlankEnd(lines, heading.start, below.at(-1)?.start ?? lines.length);
    blocks.push({ ...heading, end, isUnique: true, hasMembers: true });
    below.push(heading);
  }
  return blocks.reverse();
}

/** Blocks that are in no other one. */
export function outermost(blocks: readonly NamedBlock[]): NamedBlock[] {
  let end = 0;
  return blocks.filter((block) => {
    const isOutermost = block.start >= end;
    end = Math.max(end, block.end);
    return isOutermost;
  });
}

/** The innermost block around each of some blocks that stand in the order of `namedBlocks`. */
export function parents(blocks: readonly NamedBlock[]): Map<NamedBlock, NamedBlock> {
  const found = new Map<NamedBlock, NamedBlock>();
  const open: NamedBlock[] = [];
  for (const block of blocks) {
    while ((open.at(-1)?.end ?? block.end) < block.end) {
      open.pop();
    }
    const parent = open.at(-1);
    if (parent !== undefined) {
      found.set(block, parent);
    }
    open.push(block);
  }
  return found;
}

/** Where the brackets are closed that lines open: indexes after the closing lines; infinite if they are not closed. */
export function bracketEnds(lines: readonly CodeLine[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  lines.forEach(({ text }, at) => {
    for (const bracket of text.match(/[()[\]{}]/g) ?? []) {
      if ('([{'.includes(bracket)) {
        open.push(at);
      } else {
        const start = open.pop() ?? at;
        // The first bracket of a line that is not closed on the same line opens the block.
        if (start < at && open.at(-1) !== start) {
          ends.set(start, at + 1);
        }
      }
    }
  });
  for (const start of open) {
    ends.set(start, Number.POSITIVE_INFINITY);
  }
  return ends;
}

/** Index after the last line of an element or a fence whose content is often not indented. */
export function flatBlockEnd(lines: readonly CodeLine[], start: number): number | undefined {
  const closing = flatBlockCloser(lines[start]?.trimmed ?? '');
  let end = start + 1;
  while (closing !== undefined && end < lines.length && lines[end]?.trimmed !== closing) {
    end++;
  }
  return closing === undefined ? undefined : end + 1;
}

/** The lines that open the blocks around a line, the nearest first. */
export function headersAround(lines: readonly CodeLine[], line: number): number[] {
  const headers: number[] = [];
  let depth = lines.find((each, index) => index >= line && !each.isBlank)?.depth ?? 0;
  let isOpen = 0;
  for (let at = line - 1; at >= 0; at--) {
    const each = lines[at];
    if (each === undefined || each.isBlank) {
      continue;
    }
    isOpen += each.balance;
    const isFlat = (flatBlockEnd(lines, at) ?? 0) > line;
    const isIndented = each.depth < depth && (!each.is('closes') || each.is('opens'));
    if (isFlat || isIndented || (each.depth >= depth && isOpen > 0)) {
      headers.push(at);
      depth = Math.min(depth, each.depth);
    }
    isOpen = Math.min(0, isOpen);
  }
  return headers;
}
