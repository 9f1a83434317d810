import { tellsPlace } from '../code/lineRoles.ts';
import { type LineHunk, lineHunks } from './lineHunks.ts';
import { type LineRange, union } from './plan/lineRange.ts';
import { placeOf } from './storedProposal.ts';
import { checksum, MAX_SURROUNDING_LINES } from './surroundings.ts';

/**
 * A change of a document, by which it can be taken back later: where its lines are then is found by the checksums of all
 * lines that the document had after it. The only text that it has are the lines that were there before.
 */
export interface AppliedChange {
  /** A checksum of each line of the document after the change. */
  readonly after: readonly number[];
  readonly hunks: readonly AppliedHunk[];
}

/** Lines that a change has written, from 0, the end exclusive: none where lines were only removed. */
interface AppliedHunk extends LineRange {
  /** What stood there before. Absent if that is not stored, since it has a secret. */
  readonly before?: readonly string[] | undefined;
}

/** What became of a change. */
export interface AppliedNow {
  /** Every line stands as it was written, some have been edited, or none is left. */
  readonly kind: 'there' | 'changed' | 'gone';
  /** From the first of its lines to the last, from 0, the end exclusive. Empty where lines were only removed. */
  readonly lines: LineRange;
}

/** A document without a change: for certain if nobody has edited what the change has written. */
export interface TakenBack {
  readonly lines: readonly string[];
  readonly isCertain: boolean;
}

/** The lines of a document, read once for all changes of it. */
export interface PresentText {
  readonly lines: readonly string[];
  readonly text: IndexedText;
}

/** Checksums of lines, with one for each end of the text, so that the ends are lines like others. */
interface IndexedText {
  readonly sums: readonly number[];
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/** Stand before the first line, and after the last one. No checksum is negative. */
const [START, END] = [-1, -2];

/** The last line of a text that ends with a line end, which is no blank line. */
const LAST_LINE_END = -3;

const EMPTY = checksum(['']);

/** Lines that tell a place, of which at least as many are found elsewhere: somebody may type a single one once more. */
const MIN_MOVED_LINES = 2;

/** Returns `undefined` if nothing was changed. */
export function appliedChange(
  before: readonly string[],
  after: readonly string[],
): AppliedChange | undefined {
  const hunks = lineHunks(after, before).map(({ leftStart, leftEnd, rightStart, rightEnd }) => ({
    start: leftStart,
    end: leftEnd,
    before: before.slice(rightStart, rightEnd),
  }));
  return hunks.length === 0 ? undefined : { after: checksums(after), hunks };
}

/** What may be stored of a change: no line from before that has a secret, since a redacted one can't be given back. */
export function withoutSecrets(change: AppliedChange, redact: (text: string) => string): AppliedChange {
  return {
    ...change,
    hunks: change.hunks.map(({ start, end, before }) => {
      const text = before?.join('\n');
      return text === undefined || redact(text) !== text ? { start, end } : { start, end, before };
    }),
  };
}

export function presentText(lines: readonly string[]): PresentText {
  return { lines, text: indexed(checksums(lines)) };
}

/** What became of a change in the document as it is now. */
export function appliedNow(change: AppliedChange, present: PresentText): AppliedNow {
  const hunks = hunksNow(change, present);
  const left = hunks.filter(({ kind }) => kind === 'there' || kind === 'changed');
  const [first = { start: 0, end: 0 }, ...others] = left.some(({ start, end }) => start < end)
    ? left.filter(({ start, end }) => start < end)
    : left;
  const { start, end } = others.reduce<LineRange>(union, first);
  return {
    kind: left.length === 0 ? 'gone' : hunks.every(({ kind }) => kind === 'there') ? 'there' : 'changed',
    lines: { start, end },
  };
}

/**
 * Takes back a change, and nothing else: what it has written becomes what was there before, wherever that stands now.
 * @returns `gone` if nothing of it is left, `notStored` if what was there before is not known
 */
export function takeBack(change: AppliedChange, present: PresentText): TakenBack | 'gone' | 'notStored' {
  const hunks = hunksNow(change, present);
  if (hunks.every(({ kind }) => kind === 'undone' || kind === 'removed')) {
    return 'gone';
  }
  const left = hunks.filter(({ kind }) => kind !== 'undone').sort((one, other) => one.start - other.start);
  if (left.some(({ before }) => before === undefined)) {
    return 'notStored';
  }
  const parts: (readonly string[])[] = [];
  let isCertain = true;
  let at = 0;
  for (const { kind, start, end, before = [] } of left) {
    isCertain &&= kind === 'there' && start >= at;
    const from = Math.max(at, start);
    parts.push(present.lines.slice(at, from), before);
    at = Math.max(from, end);
  }
  return { lines: [...parts, present.lines.slice(at)].flat(), isCertain };
}

interface HunkNow extends AppliedHunk {
  /** `undone`: what was there before is there again. `removed`: neither that nor what was written. */
  readonly kind: 'there' | 'changed' | 'undone' | 'removed';
}

function hunksNow({ after, hunks }: AppliedChange, present: PresentText): HunkNow[] {
  const texts = { base: indexed(after), present };
  const changes = lineHunks(texts.base.sums.map(String), present.text.sums.map(String));
  return hunks.map(({ start, end, before }) => {
    // There is a line for the start of the text.
    const now = hunkNow({ start: start + 1, end: end + 1, before }, texts, changes);
    return { ...now, start: now.start - 1, end: now.end - 1, before };
  });
}

interface Texts {
  readonly base: IndexedText;
  readonly present: PresentText;
}

function hunkNow(hunk: AppliedHunk, texts: Texts, changes: readonly LineHunk[]): HunkNow {
  const found = findLines(hunk, texts, changes);
  const length = hunk.end - hunk.start;
  const isUndone = hasLinesBefore(hunk, texts, changes);
  // Where inserted lines were moved away from, it is as before.
  const mayBeMoved = hunk.before?.length === 0 || !isUndone;
  if (found !== undefined && (found.isInPlace || (found.isCertain && mayBeMoved))) {
    return { kind: 'there', start: found.start, end: found.start + length };
  }
  const start = placeOf(hunk.start, changes, length === 0 ? 'above' : 'below');
  const end = Math.max(start, placeOf(hunk.end, changes, 'above'));
  if (isUndone && !isStillThere(hunk, texts)) {
    return { kind: 'undone', start, end };
  }
  const isRemoved = isUndone || (length > 0 && start === end) || isBackElsewhere(hunk, texts);
  if (isRemoved && found !== undefined && mayBeMoved) {
    return { kind: 'changed', start: found.start, end: found.start + length };
  }
  return { kind: isRemoved ? 'removed' : 'changed', start, end };
}

interface FoundLines {
  readonly start: number;
  /** Whether they stand between the lines that they stood between. */
  readonly isInPlace: boolean;
  /** Whether they are no line that somebody has typed once more. */
  readonly isCertain: boolean;
}

/**
 * Finds the lines of a hunk. Those that tell a place are known by themselves, if they are as many times in the document as
 * they were. Otherwise the lines around tell it, if nobody has copied these.
 */
function findLines(
  { start, end }: AppliedHunk,
  { base, present }: Texts,
  changes: readonly LineHunk[],
): FoundLines | undefined {
  for (let context = start === end ? 1 : 0; context <= MAX_SURROUNDING_LINES; context++) {
    const [from, to] = [Math.max(0, start - context), Math.min(base.sums.length, end + context)];
    const wanted = base.sums.slice(from, to);
    const [inBase, inPresent] = [occurrences(base, wanted), occurrences(present.text, wanted)];
    const place = inPresent[inBase.indexOf(from)];
    if (place === undefined || inPresent.length !== inBase.length) {
      continue;
    }
    const isInPlace = keptAt(from, changes) === place && keptAt(to - 1, changes) === place + to - from - 1;
    const telling = wanted.filter((_, index) => isTelling(present, place + index));
    const isAround = (index: number): boolean => from + index < start || from + index >= end;
    const isAlone = context === 0 && telling.length > 0 && (isInPlace || inBase.length === 1);
    const isKnownByOthers =
      context > 0 &&
      isInPlace &&
      telling.length > 0 &&
      wanted.every(
        (sum, index) =>
          !isAround(index) || !isTelling(present, place + index) || isAsOften(sum, { base, present }),
      );
    if (isAlone || isKnownByOthers) {
      return {
        start: place + start - from,
        isInPlace,
        isCertain: isInPlace || telling.length >= MIN_MOVED_LINES,
      };
    }
  }
  return undefined;
}

/** Whether a line tells a place, as the ends of the text do. */
function isTelling({ lines, text }: PresentText, place: number): boolean {
  return place === 0 || place === text.sums.length - 1 || tellsPlace((lines[place - 1] ?? '').trim());
}

function isAsOften(sum: number, { base, present }: Texts): boolean {
  return base.places.get(sum)?.length === present.text.places.get(sum)?.length;
}

/** Whether what was there before is there again, in its place. */
function hasLinesBefore(
  { start, end, before }: AppliedHunk,
  { base, present }: Texts,
  changes: readonly LineHunk[],
): boolean {
  const [above, below] = [keptAt(start - 1, changes), keptAt(end, changes)];
  if (before === undefined || above === undefined || below === undefined) {
    return false;
  }
  const old = sumsBefore(before, end, base);
  const between = present.text.sums.slice(above + 1, below);
  return between.length === old.length && between.every((sum, index) => sum === old[index]);
}

/** Whether what was there before is there again, by as many lines around as tell a place. */
function isBackElsewhere({ start, end, before }: AppliedHunk, { base, present }: Texts): boolean {
  if (before === undefined) {
    return false;
  }
  const wanted = [
    ...base.sums.slice(Math.max(0, start - MAX_SURROUNDING_LINES), start),
    ...sumsBefore(before, end, base),
    ...base.sums.slice(end, end + MAX_SURROUNDING_LINES),
  ];
  return occurrences(present.text, wanted).length > occurrences(base, wanted).length;
}

/** Whether the document has lines as those of a hunk as often as it had, wherever: some of them may be its lines. */
function isStillThere({ start, end }: AppliedHunk, { base, present }: Texts): boolean {
  const wanted = base.sums.slice(start, end);
  const [place, ...others] = occurrences(present.text, wanted);
  return (
    start < end &&
    place !== undefined &&
    wanted.some((_, index) => isTelling(present, place + index)) &&
    others.length + 1 >= occurrences(base, wanted).length
  );
}

function sumsBefore(before: readonly string[], end: number, { sums }: IndexedText): readonly number[] {
  return end === sums.length - 1 ? toEnd(checksums(before)) : checksums(before);
}

/** Where a line of the base is in the present text. `undefined` if it isn't. */
function keptAt(line: number, changes: readonly LineHunk[]): number | undefined {
  const change = changes.findLast(({ leftStart }) => leftStart <= line);
  return change === undefined || line >= change.leftEnd ? line + shiftAfter(change) : undefined;
}

function shiftAfter(change: LineHunk | undefined): number {
  return change === undefined ? 0 : change.rightEnd - change.leftEnd;
}

/** Lines compared to find some, after which they count as not found. Only many lines that are alike take more. */
const MAX_COMPARED_LINES = 1_000_000;

/** The places where lines follow one another. */
function occurrences({ sums, places }: IndexedText, wanted: readonly number[]): number[] {
  const placesOf = (sum: number): readonly number[] => places.get(sum) ?? [];
  let rarest = 0;
  for (const [index, sum] of wanted.entries()) {
    rarest = placesOf(sum).length < placesOf(wanted[rarest] ?? START).length ? index : rarest;
  }
  const starts: number[] = [];
  let compared = 0;
  for (const place of placesOf(wanted[rarest] ?? START)) {
    const start = place - rarest;
    let length = 0;
    while (length < wanted.length && sums[start + length] === wanted[length]) {
      length++;
    }
    compared += length;
    if (compared > MAX_COMPARED_LINES) {
      return [];
    }
    if (length === wanted.length) {
      starts.push(start);
    }
  }
  return starts;
}

function indexed(checksumsOfLines: readonly number[]): IndexedText {
  const sums = [START, ...toEnd(checksumsOfLines), END];
  return { sums, places: Map.groupBy(sums.keys(), (place) => sums[place] ?? START) };
}

/** Checksums of lines up to the end of a text. */
function toEnd(sums: readonly number[]): readonly number[] {
  return sums.at(-1) === EMPTY ? sums.with(-1, LAST_LINE_END) : sums;
}

function checksums(lines: readonly string[]): number[] {
  return lines.map((line) => checksum([line]));
}
