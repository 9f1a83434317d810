import { outermost } from '../../code/blocks.ts';
import { type CodeLine, readLines, textsOf } from '../../code/codeLine.ts';
import { type Code, readCode } from '../../code/readCode.ts';
import { separateImports } from '../imports/imports.ts';
import { hasSameLines } from '../textRange.ts';
import { align } from './alignment.ts';
import { commentsAbove } from './commentsAbove.ts';
import { hasElision, withoutOuterElisions } from './elision.ts';
import { filled } from './gaps.ts';

import type { KnownDocument } from './knownDocument.ts';
import { contains, type LineRange, overlaps, union } from './lineRange.ts';
import { anyTellsPlace, isPlace, trimBlankEnds, trimmedLines } from './lineWorth.ts';
import { placeInside } from './partsInside.ts';
import {
  type Aligned,
  declarationsAt,
  inOrder,
  type PlacedCode,
  type Placement,
  withoutExtraClosers,
} from './placement.ts';
import { isOutside } from './possibleMatches.ts';
import { placeUnasked } from './unasked/placeUnasked.ts';

/*
 * The parts of a document that code takes the place of, from the alignment of both:
 *
 * - If nothing outside of what was asked about comes back, that is replaced, or the part of it that the code is for
 *   (`partsInside.ts`).
 * - If all of the code is outside, it is for another place: for the declarations there.
 * - If at least half of the lines outside come back, from the first one that does to the last, all of these are replaced,
 *   unless that would drop a declaration, or the code says that it leaves lines out.
 * - Else the code leaves out lines outside, and these stay. Those that it changes are replaced.
 *
 * Declarations outside that come back in another order go to their own places first. If nothing was asked about, the place is
 * found otherwise (`unasked/placeUnasked.ts`).
 */

/** Share of the telling lines around that come back if the code is for these too. */
const MOST = 0.5;

/** Places code, and the imports above it in their own place. */
export function placeCode(
  document: KnownDocument,
  asked: LineRange | undefined,
  lines: readonly CodeLine[],
): Placement {
  const { languageId } = document;
  if (asked === undefined) {
    return placeUnasked(document, lines);
  }
  const code = trimBlankEnds(lines);
  const separated = separateImports(document.lines, asked, code, languageId);
  const placement = placeLines(document, asked, textsOf(separated?.rest ?? code));
  return separated !== undefined && 'parts' in placement
    ? {
        ...placement,
        ...inOrder(placement.kind === 'asked' ? 'wider' : placement.kind, [
          ...separated.changes.map((change) => ({ ...change, code: readLines(change.code, languageId) })),
          ...placement.parts,
        ]),
      }
    : placement;
}

function placeLines(document: KnownDocument, selected: LineRange, texts: readonly string[]): Placement {
  const lines = trimBlankEnds(readLines(texts, document.languageId));
  const inner = trimBlankEnds(withoutOuterElisions(lines));
  const code = readCode(textsOf(inner.length > 0 ? inner : lines), document.languageId);
  const asked = fitComments(document, selected, code);
  if (hasSameLines(trimmedLines(lines), trimmedLines(document.lines.slice(selected.start, selected.end)))) {
    return inOrder('asked', [{ ...selected, code: lines }]);
  }
  const missing = missingLines(document, asked, code);
  const aligned = { document, asked, code, missing, ...align(document, asked, code) };
  const isTrimmed = code.lines.length < lines.length;
  // What was asked about goes on above or below the code: the comment says so.
  const goesOn = isTrimmed && !isPlace(document.lines, selected) && !hasAllNames(aligned);
  const complete = filled(aligned);
  if (complete !== undefined) {
    return placeFilled(document, selected, (goesOn ? withOuterGaps(aligned, lines) : undefined) ?? complete);
  }
  const placement = placeAligned(aligned, selected);
  if (placement.kind !== 'asked') {
    return placement;
  }
  if (goesOn) {
    const complete = withOuterGaps(aligned, lines);
    return complete === undefined
      ? inOrder('asked', [{ ...selected, code: lines }])
      : placeFilled(document, selected, complete);
  }
  const isWider = isTrimmed || asked.start < selected.start;
  return isWider || asked.start > selected.start
    ? { ...placement, kind: isWider ? 'wider' : 'narrower' }
    : placement;
}

/** Code with the document's lines in its gaps, also in those at its ends. */
function withOuterGaps(
  { document, asked }: Aligned,
  lines: readonly CodeLine[],
): readonly string[] | undefined {
  const code = readCode(textsOf(lines), document.languageId);
  return filled({ document, asked, code, matches: align(document, asked, code).matches });
}

function placeFilled(document: KnownDocument, selected: LineRange, texts: readonly string[]): Placement {
  const placement = placeLines(document, selected, texts);
  const isAll = !hasElision(readLines(texts, document.languageId), document.lines);
  return 'parts' in placement ? { ...placement, filled: isAll ? 'all' : 'some' } : placement;
}

/** Whether something is declared in what was asked about, and all of that in the code. */
function hasAllNames({ document, asked, code }: Aligned): boolean {
  const own = outermost(document.blocks.filter((block) => contains(asked, block)));
  const names = new Set(code.blocks.map(({ name }) => name));
  return own.length > 0 && own.every(({ name }) => names.has(name));
}

/**
 * What was asked about, with such comments and attributes above its first declaration as the code has too: those above
 * that were not asked about are replaced with it, and those that were, but don't come back, stay.
 */
function fitComments({ lines, blocks }: KnownDocument, asked: LineRange, code: Code): LineRange {
  const own = blocks.find(({ start }) => start >= asked.start && start < asked.end);
  const proposed = code.blocks.find(({ name }) => name === own?.name);
  if (own === undefined || proposed === undefined) {
    return asked;
  }
  const { kinds, lines: count } = commentsAbove(code.lines, proposed.start);
  const start = own.start - commentsAbove(lines, own.start, kinds).lines;
  const commentsStart = own.start - commentsAbove(lines, own.start).lines;
  const isFirst =
    lines.slice(asked.start, Math.max(asked.start, commentsStart)).every(({ isBlank }) => isBlank) &&
    !anyTellsPlace(code.lines.slice(0, proposed.start - count));
  // Blank lines above are replaced with it.
  const isSame = start >= asked.start && lines.slice(asked.start, start).every(({ isBlank }) => isBlank);
  return isFirst && !isSame ? { ...asked, start } : asked;
}

function placeAligned(aligned: Aligned, selected: LineRange): Placement {
  const { document, asked, code, moved } = aligned;
  const context = contextOf(aligned);
  if (context.length === 0) {
    return placeMoved(aligned, selected) ?? placeInside(aligned);
  }
  const isForOthers = isElsewhere(aligned, context);
  if (isForOthers && !context.some(({ isDeclaration }) => isDeclaration)) {
    return { kind: 'otherPlace' };
  }
  const window = context
    .map(({ lines }) => lines)
    .reduce(union, isForOthers ? (context[0]?.lines ?? asked) : asked);
  const isMovedFromOutside = moved.some(({ line }) => line < window.start || line >= window.end);
  const isElided = hasElision(code.lines, document.lines);
  return !isElided && !isMovedFromOutside && comesBack(aligned, window) && !dropsNames(aligned, window)
    ? inOrder(isForOthers ? 'elsewhere' : 'wider', [
        withoutExtraClosers(aligned, { ...window, code: code.lines }),
      ])
    : (placeMoved(aligned, selected) ?? placeHunks(aligned, context, isForOthers));
}

/** Lines of the code that the document has outside of what was asked about, as they are or in another version. */
interface ContextPart {
  readonly code: LineRange;
  readonly lines: LineRange;
  /** Whether both are whole declarations. */
  readonly isDeclaration: boolean;
}

function contextOf(aligned: Aligned): ContextPart[] {
  const { document, asked, code, matches } = aligned;
  const context: ContextPart[] = [];
  for (const { code: at, line, kind, block } of matches) {
    if (isOutside(asked, line) && at >= (context.at(-1)?.code.end ?? 0)) {
      context.push(
        kind === 'named' && block !== undefined && !dropsNames(aligned, block.document)
          ? { ...declarationsAt(document, code, block), isDeclaration: true }
          : { code: { start: at, end: at + 1 }, lines: { start: line, end: line + 1 }, isDeclaration: false },
      );
    }
  }
  return context;
}

/** Whether nothing of the code is left for what was asked about: all of it stands above that, or below. */
function isElsewhere({ asked, code }: Aligned, context: readonly ContextPart[]): boolean {
  const above = context.findLast(({ lines }) => lines.start < asked.start);
  const below = context.find(({ lines }) => lines.start >= asked.start);
  const rest = code.lines.slice(above?.code.end ?? 0, below?.code.start ?? code.lines.length);
  return (above === undefined || below === undefined) && !anyTellsPlace(rest);
}

/** Whether code has most of the lines of a range that tell a place, apart from what was asked about. */
function comesBack({ document, asked, matches }: Aligned, { start, end }: LineRange): boolean {
  const kindOf = new Map(matches.map(({ line, kind }) => [line, kind]));
  let [all, found] = [0, 0];
  for (let line = start; line < end; line++) {
    const kind = kindOf.get(line);
    if (isOutside(asked, line) && kind !== 'around' && document.lines[line]?.tellsPlace === true) {
      all++;
      found += Number(kind !== undefined);
    }
  }
  return found >= all * MOST;
}

/** Whether the document declares something there, outside of what was asked about, that the code doesn't declare. */
function dropsNames({ missing }: Aligned, { start, end }: LineRange): boolean {
  let [from, to] = [0, missing.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    [from, to] = (missing[middle] ?? start) < start ? [middle + 1, to] : [from, middle];
  }
  return (missing[from] ?? end) < end;
}

/** The lines outside of what was asked about that declare something which the code doesn't, in order. */
function missingLines({ blocks }: KnownDocument, asked: LineRange, code: Code): number[] {
  const names = new Set(code.blocks.map(({ name }) => name));
  return blocks
    .filter(
      (block) => (block.isUnique || block.depth === 0) && !overlaps(block, asked) && !names.has(block.name),
    )
    .map(({ start }) => start);
}

/** Declarations that the document has in another order: each takes the place of its version there. */
function placeMoved({ document, code, moved }: Aligned, selected: LineRange): Placement | undefined {
  const blocks = moved.flatMap(({ block }) =>
    block === undefined ? [] : [declarationsAt(document, code, block)],
  );
  if (blocks.length === 0) {
    return undefined;
  }
  const rest = code.lines.filter(
    (_, at) => !blocks.some(({ code: { start, end } }) => at >= start && at < end),
  );
  const placement = placeLines(document, selected, textsOf(rest));
  const parts = blocks.map(({ code: { start, end }, lines }) => ({
    ...lines,
    code: code.lines.slice(start, end),
  }));
  return 'parts' in placement ? inOrder('wider', [...placement.parts, ...parts]) : placement;
}

/** Lines outside stay that the code leaves out; those that it changes are replaced. */
function placeHunks(aligned: Aligned, context: readonly ContextPart[], isForOthers: boolean): Placement {
  const { document, asked, code } = aligned;
  const parts: PlacedCode[] = [];
  let isAskedPlaced = isForOthers;
  let previous: ContextPart | undefined;
  for (const part of [...context, undefined]) {
    const between = code.lines.slice(previous?.code.end ?? 0, part?.code.start ?? code.lines.length);
    const added = trimBlankEnds(withoutOuterElisions(between));
    const [from, to] = [previous?.lines.end ?? 0, part?.lines.start ?? document.lines.length];
    if (anyTellsPlace(added)) {
      if (!isForOthers && from <= asked.start && to >= asked.end) {
        parts.push(withoutExtraClosers(aligned, { ...asked, code: added }));
        isAskedPlaced = true;
      } else {
        return { kind: 'coversMore' };
      }
    }
    if (part !== undefined) {
      const version = code.lines.slice(part.code.start, part.code.end);
      const isChanged = version[0]?.trimmed !== document.lines[part.lines.start]?.trimmed;
      if (part.isDeclaration || isChanged) {
        parts.push({ ...part.lines, code: version });
      }
    }
    previous = part;
  }
  const kind = isForOthers ? 'elsewhere' : 'wider';
  return isAskedPlaced && parts.length > 0 ? inOrder(kind, parts) : { kind: 'otherPlace' };
}
