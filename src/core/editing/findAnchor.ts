import type { SelectionAnchor } from '../attachments/attachment.ts';
import { indentOf } from '../code/indentOf.ts';
import { tellsPlace } from '../code/lineRoles.ts';
import { readCode } from '../code/readCode.ts';
import { sharedIndent } from './indentation.ts';
import { coversBlankLines, describePlace, findPlace, type NotFound } from './insertionPlace.ts';
import { align } from './plan/alignment.ts';
import { knownDocument } from './plan/knownDocument.ts';
import { checksumAfter, checksumBefore } from './surroundings.ts';
import { comparePositions, endOf, linesOf, type TextPosition, type TextRange, textIn } from './textRange.ts';

/** A range that contains the text of an anchor. */
export interface FoundAnchor {
  range: TextRange;
  /** Whether the indentation of all lines differs from that of the text, by the same prefix. */
  ignoresIndentation: boolean;
  /** Whether lines inside have changed. */
  isChanged?: true;
}

/**
 * Lines to compare with those of a text, after which its place is not told: some 500 ms. Only texts that are long and
 * repeated everywhere take as many.
 */
const MAX_COMPARED_LINES = 5_000_000;

/** Share of the lines that tell a place which must still be there if others have changed. */
const MOST = 2 / 3;

const PART_OF_WORD = /[\p{L}\p{N}_$]/u;

/**
 * Describes the place of a text, so that `findAnchor` finds it again.
 * @param siblings other documents of the same source: the other cells of a notebook
 */
export function describeAnchor(
  lines: readonly string[],
  range: TextRange,
  siblings: readonly (readonly string[])[] = [],
): Omit<SelectionAnchor, 'document'> {
  const text = textIn(lines, range);
  const startCharacter = range.start.character;
  if (text.trim() === '') {
    return coversBlankLines(lines, range)
      ? describePlace(lines, range, siblings)
      : { startCharacter, isUnique: true };
  }
  const [linesBefore, linesAfter] = [checksumBefore(lines, range.start), checksumAfter(lines, range.end)];
  let isUnique = true;
  for (const document of [lines, ...siblings]) {
    for (const place of placesOf(document, text, startCharacter)) {
      if (place === 'tooMany') {
        return { startCharacter, isUnique: false };
      }
      const other = place.range;
      if (document === lines && comparePositions(other.start, range.start) === 0) {
        continue;
      }
      isUnique = false;
      if (
        checksumBefore(document, other.start) === linesBefore &&
        checksumAfter(document, other.end) === linesAfter
      ) {
        return { startCharacter, isUnique };
      }
    }
  }
  return isUnique ? { startCharacter, isUnique } : { startCharacter, isUnique, linesBefore, linesAfter };
}

/**
 * Finds the text of an anchor: line for line, with any line ends, or with another indentation that all lines share.
 * A text that was unique must still be unique. For any other, exactly one place must have the same lines around it.
 * If it is nowhere, lines inside may have changed: then most of those that tell a place must be in one place. Blank lines
 * are found by those around them.
 */
export function findAnchor(
  lines: readonly string[],
  text: string,
  anchor: Omit<SelectionAnchor, 'document'>,
): FoundAnchor | NotFound {
  const { startCharacter, isUnique, linesBefore, linesAfter } = anchor;
  if (text.trim() === '') {
    const place = findPlace(lines, text, anchor);
    return 'error' in place ? place : { range: place, ignoresIndentation: false };
  }
  let found: FoundAnchor | undefined;
  let hasPlaces = false;
  for (const place of placesOf(lines, text, startCharacter)) {
    if (place === 'tooMany') {
      return { error: 'ambiguous' };
    }
    hasPlaces = true;
    const { start, end } = place.range;
    const isCandidate =
      isUnique || (checksumBefore(lines, start) === linesBefore && checksumAfter(lines, end) === linesAfter);
    if (isCandidate && found !== undefined) {
      return { error: 'ambiguous' };
    }
    found = isCandidate ? place : found;
  }
  if (found === undefined) {
    return (
      (hasPlaces ? undefined : changedPlace(lines, linesOf(text), startCharacter)) ?? {
        error: hasPlaces ? 'ambiguous' : 'notFound',
      }
    );
  }
  // A word that has grown is no longer the one that was selected.
  return splitsWord(lines, found.range) ? { error: 'notFound' } : found;
}

/** Where most of the lines are that tell a place. `undefined` for a text that began in the middle of a line. */
function changedPlace(
  lines: readonly string[],
  text: readonly string[],
  startCharacter: number,
): FoundAnchor | undefined {
  const nothing = { start: lines.length, end: lines.length };
  const { matches } = align(knownDocument(lines, ''), nothing, readCode(text, ''));
  const [first, last] = [matches[0], matches.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const isTelling = (line: string): boolean => tellsPlace(line.trim());
  const [start, end] = [first.line - first.code, last.line + text.length - last.code];
  const found = matches.filter(({ code }) => isTelling(text[code] ?? '')).length;
  const isMost = found > 1 && found >= text.filter(isTelling).length * MOST;
  const isOnePlace = start >= 0 && end <= lines.length && end - start <= text.length * 2;
  const isWholeLine = (lines[start] ?? '').slice(0, startCharacter).trim() === '';
  if (!isMost || !isOnePlace || !isWholeLine) {
    return undefined;
  }
  const character = text.at(-1) === '' ? 0 : (lines[end - 1] ?? '').length;
  return {
    range: {
      start: { line: start, character: Math.min(startCharacter, indentOf(lines[start] ?? '').length) },
      end: { line: end - 1, character },
    },
    ignoresIndentation: false,
    isChanged: true,
  };
}

/** Whether a range contains the text of an anchor with another indentation. */
export function isReindented(
  lines: readonly string[],
  range: TextRange,
  text: string,
  { startCharacter }: Pick<SelectionAnchor, 'startCharacter'>,
): boolean {
  const place = reindentedPlace(lines, linesOf(text), range.start.line, startCharacter);
  return (
    place !== undefined &&
    comparePositions(place.start, range.start) === 0 &&
    comparePositions(place.end, range.end) === 0
  );
}

/**
 * All places with this text, also overlapping ones, in order. A text that started in the middle of a line may be
 * anywhere in a line.
 */
function* placesOf(
  lines: readonly string[],
  text: string,
  startCharacter: number,
): Generator<FoundAnchor | 'tooMany', void> {
  const parts = linesOf(text);
  const ownLines = parts.map(withoutIndent);
  const allLines = lines.map(withoutIndent);
  let compared = 0;
  for (let line = 0; line <= lines.length - parts.length; line++) {
    // All of its lines but the first and the last must be there, if not their indentation.
    let next = 1;
    while (next < parts.length - 1 && ownLines[next] === allLines[line + next]) {
      next++;
    }
    compared += next;
    if (compared > MAX_COMPARED_LINES) {
      yield 'tooMany';
      return;
    }
    if (next < parts.length - 1) {
      continue;
    }
    let isExact = false;
    for (const start of exactStarts(lines, parts, line, startCharacter)) {
      isExact = true;
      yield { range: { start, end: endOf(start, text) }, ignoresIndentation: false };
    }
    const range = isExact ? undefined : reindentedPlace(lines, parts, line, startCharacter);
    if (range !== undefined) {
      yield { range, ignoresIndentation: true };
    }
  }
}

function exactStarts(
  lines: readonly string[],
  parts: readonly string[],
  line: number,
  startCharacter: number,
): TextPosition[] {
  const [first = ''] = parts;
  const own = lines[line] ?? '';
  const last = parts.length - 1;
  if (last > 0) {
    const isExact =
      (startCharacter === 0 ? own === first : own.endsWith(first)) &&
      (lines[line + last] ?? '').startsWith(parts[last] ?? '') &&
      parts.every((part, index) => index === 0 || index === last || part === lines[line + index]);
    return isExact ? [{ line, character: own.length - first.length }] : [];
  }
  if (startCharacter === 0) {
    return own.startsWith(first) ? [{ line, character: 0 }] : [];
  }
  const starts: TextPosition[] = [];
  for (let at = own.indexOf(first); at >= 0; at = own.indexOf(first, at + 1)) {
    starts.push({ line, character: at });
  }
  return starts;
}

/**
 * The range of the text at a line, if it is there with another indentation. Only for whole lines. What precedes the
 * text in its first line may be indentation, or a line above that only its line end is selected of.
 */
function reindentedPlace(
  lines: readonly string[],
  parts: readonly string[],
  line: number,
  startCharacter: number,
): TextRange | undefined {
  const [first = ''] = parts;
  const beginsAfterLine = startCharacter > 0 && first.trim() === '';
  const endsBeforeLine = parts.length > 1 && parts.at(-1) === '';
  const last = line + parts.length - 1;
  const whole = parts.slice(beginsAfterLine ? 1 : 0, endsBeforeLine ? -1 : undefined);
  const there = lines.slice(beginsAfterLine ? line + 1 : line, endsBeforeLine ? last : last + 1);
  if (
    whole.length !== there.length ||
    last >= lines.length ||
    !whole.every((part, index) => withoutIndent(part) === withoutIndent(there[index] ?? ''))
  ) {
    return undefined;
  }
  const indentIsPartial = startCharacter > 0 && !beginsAfterLine;
  // The indentation of the first line is not known if only a part of it was selected.
  const from = indentIsPartial ? 1 : 0;
  const [oldLines, newLines] = [whole.slice(from), there.slice(from)];
  const [oldIndent, newIndent] = [sharedIndent(oldLines), sharedIndent(newLines)];
  if (
    oldLines.some(
      (part, index) =>
        part.trim() !== '' && part.slice(oldIndent.length) !== newLines[index]?.slice(newIndent.length),
    )
  ) {
    return undefined;
  }
  const own = lines[line] ?? '';
  const selectedIndent = indentOf(first).length;
  const added = indentOf(own).length - startCharacter - selectedIndent;
  const hasOtherLines = oldLines.some((part) => part.trim() !== '');
  if (indentIsPartial && hasOtherLines && added !== newIndent.length - oldIndent.length) {
    return undefined;
  }
  const character = indentIsPartial ? Math.max(indentOf(own).length - selectedIndent, 0) : 0;
  return {
    start: { line, character: beginsAfterLine ? own.length : character },
    end: { line: last, character: endsBeforeLine ? 0 : (lines[last] ?? '').length },
  };
}

function withoutIndent(line: string): string {
  return line.slice(indentOf(line).length);
}

function splitsWord(lines: readonly string[], { start, end }: TextRange): boolean {
  return [start, end].some(({ line, character }) => {
    const text = lines[line] ?? '';
    const [before, after] = [text.slice(0, character), text.slice(character)];
    return (
      (PART_OF_WORD.test(before.at(-1) ?? '') && PART_OF_WORD.test(after[0] ?? '')) ||
      // A part of a number or a version.
      (/\d\.?$/.test(before) && /^\.?\d/.test(after))
    );
  });
}
