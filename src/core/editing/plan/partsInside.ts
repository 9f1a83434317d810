import { type NamedBlock, outermost } from '../../code/blocks.ts';
import { withoutEnd } from '../../code/entries.ts';
import { commentsAbove } from './commentsAbove.ts';
import { contains } from './lineRange.ts';
import { openBracketsOf, trimBlankEnds } from './lineWorth.ts';
import {
  type Aligned,
  declarationsAt,
  inOrder,
  type PlacedCode,
  type Placement,
  withoutExtraClosers,
} from './placement.ts';
import { isOutside, type Match } from './possibleMatches.ts';
import { someLines, tellingLines } from './someLines.ts';

/** Nothing outside comes back. */
export function placeInside(aligned: Aligned): Placement {
  const { document, asked, code, matches } = aligned;
  const own = outermost(document.blocks.filter((block) => contains(asked, block)));
  const proposed = outermost(code.blocks);
  const starts = new Set(proposed.map(({ start }) => start));
  const ownStarts = new Set(own.map(({ start }) => start));
  // Variables of a function are no parts of what was asked about.
  const members = new Set(document.blocks.flatMap(({ start, isUnique }) => (isUnique ? [start] : [])));
  const versions = matches.filter(
    ({ kind, code: at, line }) =>
      kind === 'named' && starts.has(at) && (members.has(line) || ownStarts.has(line)),
  );
  const names = new Set(proposed.map(({ name }) => name));
  const isAll = own.every(({ name, isUnique }) => names.has(name) || !isUnique);
  // As many declarations, some with other names, are new versions of all.
  const isAsMany =
    proposed.length >= own.filter(({ isUnique }) => isUnique).length &&
    versions.every(({ line }) => ownStarts.has(line));
  // It begins as what was asked about does, such as with the brace of an object, or with the first of several selectors.
  const first = document.lines.find(({ isBlank }, index) => index >= asked.start && !isBlank);
  const isWhole = withoutEnd(code.lines[0]?.trimmed ?? '') === withoutEnd(first?.trimmed ?? '');
  const lines = someLines(aligned);
  const isBefore = versions.every(({ line }) => (lines?.start ?? line) < line);
  const isCut =
    openBracketsOf(code.lines).unclosed > 0 || versions.some((match) => isHead(aligned, match, lines));
  if (lines !== undefined && (isBefore || isCut)) {
    return inOrder('narrower', [lines]);
  }
  if (versions.length > 0 && !isAll && !isAsMany && !isWhole) {
    return placeDeclarations(aligned, versions);
  }
  if (lines !== undefined) {
    return inOrder('narrower', [lines]);
  }
  const [only, second] = own;
  const isBare =
    only?.isUnique === true && second === undefined && !proposed.some(({ isUnique }) => isUnique);
  const part = isBare ? partOfDeclaration(aligned, only) : undefined;
  if (part !== undefined) {
    return inOrder('narrower', [part]);
  }
  const whole = withoutExtraClosers(aligned, { ...asked, code: code.lines });
  const isWider = whole.code.length < code.lines.length || declaresTwice(aligned);
  return inOrder(isWider ? 'wider' : 'asked', [whole]);
}

/** Whether code has only new versions of the first lines of a declaration whose end is told by its indentation. */
function isHead({ document }: Aligned, { block }: Match, part: PlacedCode | undefined): boolean {
  if (block === undefined || part?.start !== block.document.start || document.ends.has(part.start)) {
    return false;
  }
  const whole = document.lines.slice(block.document.start, block.document.end);
  const own = tellingLines(part.code);
  return (
    own === tellingLines(document.lines.slice(part.start, part.end)) && own * MUCH <= tellingLines(whole)
  );
}

/** A declaration of so many times the lines of its new version is not replaced by that. */
const MUCH = 3;

/** Whether the block around has a line of the code, outside of what was asked about, that declares something. */
function declaresTwice({ document, asked, code }: Aligned): boolean {
  const around = document.blocks.findLast(({ start, end }) => start < asked.start && end >= asked.end);
  return code.blocks.some(({ start }) => {
    const [line, second] = document.places.get(code.lines[start]?.trimmed ?? '') ?? [];
    return (
      line !== undefined &&
      second === undefined &&
      isOutside(asked, line) &&
      (around === undefined || contains(around, { start: line, end: line + 1 }))
    );
  });
}

/** Some of the declarations that were asked about: each takes the place of its version. */
function placeDeclarations({ document, code }: Aligned, versions: readonly Match[]): Placement {
  const places = versions.flatMap(({ block }) =>
    block === undefined ? [] : [declarationsAt(document, code, block)],
  );
  const parts = places.map(({ code: own, lines }, index) => {
    // New ones go with the one above, the first ones with the one below.
    const start = index === 0 ? 0 : own.start;
    const end = places[index + 1]?.code.start ?? code.lines.length;
    return { ...lines, code: trimBlankEnds(code.lines.slice(start, end)) };
  });
  return inOrder('narrower', parts);
}

/** One declaration was asked about, and the code declares nothing: it is only its comment, or lines of its body. */
function partOfDeclaration(
  { document: { lines }, code, matches }: Aligned,
  own: NamedBlock,
): PlacedCode | undefined {
  const { lines: count, kinds } = commentsAbove(code.lines, code.lines.length);
  if (count === code.lines.length) {
    return {
      start: own.start - commentsAbove(lines, own.start, kinds).lines,
      end: own.start,
      code: code.lines,
    };
  }
  const [first, last] = [matches[0], matches.at(-1)];
  const header = lines.findIndex((line, index) => index >= own.start && line.is('opens'));
  const end = lines.findLastIndex(({ depth }, index) => index < own.end && depth > own.depth) + 1;
  if (header < own.start || end <= header + 1) {
    return undefined;
  }
  if (first !== undefined && last !== undefined && first.line > header) {
    // Lines of the body above and below stay, unless the code has others in their place.
    const isFromStart =
      tellingLines(lines.slice(header + 1, first.line)) <= tellingLines(code.lines.slice(0, first.code));
    const isToEnd =
      tellingLines(lines.slice(last.line + 1, end)) <= tellingLines(code.lines.slice(last.code + 1));
    return {
      start: isFromStart ? header + 1 : first.line,
      end: isToEnd ? end : last.line + 1,
      code: code.lines,
    };
  }
  const depth = code.lines[0]?.depth;
  const isBody = code.lines.some((line) => line.depth === depth && line.is('returns'));
  return isBody ? { start: header + 1, end, code: code.lines } : undefined;
}
