import { CodeLine, readLines, textsOf } from '../../code/codeLine.ts';
import { indentOf } from '../../code/indentOf.ts';
import { isPatchLanguage } from '../../code/infoString.ts';
import { areDashes, endsWithBracket } from '../../code/lineRoles.ts';
import { parsePatch } from '../../code/patch.ts';
import { type Code, partOf, readCode } from '../../code/readCode.ts';
import { lineEdit } from '../hunkEdits.ts';
import { mergeLines } from '../mergeLines.ts';
import { hasSameLines, linesOf, type TextEdit, textIn } from '../textRange.ts';
import { type AskedPlace, askedPlace } from './askedPlace.ts';
import { type BlockCode, codeInReply, withoutBraces } from './codeInReply.ts';
import {
  doubtsAbout,
  type ProposedCode,
  type ReviewReason,
  reasonsAtPlace,
  reasonsForLines,
} from './decision.ts';
import { fitIndentation } from './fitIndentation.ts';
import { isInMarkup } from './fitsDocument.ts';
import { type KnownDocument, knownDocument } from './knownDocument.ts';
import { contains, type LineRange, union } from './lineRange.ts';
import { anyTellsPlace, isPlace, withoutBlankEnds } from './lineWorth.ts';
import { blockAround, closesTwice, headerAround, repeatsNear, textAt } from './neighbors.ts';
import { placeCode } from './parts.ts';
import { lacksSeparator, withEndAtPlace } from './placeEnds.ts';
import { placeIndent } from './placeIndent.ts';
import type { PlacedCode } from './placement.ts';
import { type PatchPlan, planPatch } from './planPatch.ts';
import { restoreRedacted } from './redactedText.ts';
import type { ReplacementPlan, ReplacementTarget } from './replacement.ts';
import { wholeLine, withoutRest } from './restOfLine.ts';
import { hasOtherSeparators, withSameEnds } from './separators.ts';

export { type ProposedCode, type RefusalReason, type ReviewReason, reviewReasonsFor } from './decision.ts';
export type { AskedText, ReplacementPlan, ReplacementTarget } from './replacement.ts';

/*
 * How code of a reply comes into a document. Both are read once, each line as a value (`core/code/codeLine.ts`), and aligned:
 * the lines of the code with those of the document as it was when it was asked about (`alignment.ts`). From what matches
 * follows which parts of the document it takes the place of (`parts.ts`; of what was asked about, `partsInside.ts`). In
 * these, it gets the indentation of the document (`fitIndentation.ts`), and what has changed since is merged. `decision.ts`
 * lists the reasons why a person should look at the result first, and why there is no result. Without a reason, it is
 * written directly. If nothing was asked about, the code's declarations tell the place (`unasked/placeUnasked.ts`), and
 * there always is a reason.
 *
 * What an alignment can't do is done before or after: marks that are no code are taken off (`marks.ts`), patches say
 * themselves what they replace (`unifiedDiff.ts`), imports belong to the start of the file whatever they stand above
 * (`../imports`), gaps are lines that aren't there (`gaps.ts`), secrets that were redacted are put back
 * (`redactedText.ts`), the ends of code are those of what it replaces (`separators.ts`), and within a line there are no
 * lines (`askedPlace.ts`, `restOfLine.ts`).
 */

interface Task {
  readonly target: ReplacementTarget;
  /** Empty, at the end of the document, if nothing was asked about. */
  readonly place: AskedPlace;
  /** The document as it was when it was asked about. */
  readonly document: KnownDocument;
  /** The lines of `place` in that. */
  readonly asked: LineRange;
  readonly proposed: ProposedCode;
  /** Reasons for a review that are known before the code is placed. */
  readonly reasons: readonly ReviewReason[];
}

/** What to change in a document so that code takes the place of what was asked about. */
export function planReplacement(target: ReplacementTarget, proposed: ProposedCode): ReplacementPlan {
  const { lines, languageId } = target;
  const { text = '', range, ignoresIndentation = false } = target.asked ?? {};
  const present = range === undefined ? '' : textIn(lines, range);
  const restored = restoreRedacted(text, present, withoutBlankLines(linesOf(proposed.code)));
  if (restored.code.length === 0) {
    return { kind: 'refused', reason: 'empty' };
  }
  const nowhere = { start: lines.length, end: lines.length, asked: [], text: '' };
  const place = range === undefined ? nowhere : askedPlace(lines, range, restored.asked);
  const block = codeInReply(restored.code, proposed, target, place);
  const { code, language } = block;
  const reasons = reasonsForBlock(block);
  if (ignoresIndentation || (restored.asked !== present && isSameTrimmed(restored.asked, present))) {
    reasons.push('ignoredIndentation');
  }
  if (restored.asked !== text && restored.asked === present) {
    // The model didn't know all of the text.
    reasons.push('merged');
  }
  const isPlace = place.asked.every(isBlank);
  if (range === undefined) {
    reasons.push('named', ...(proposed.isIncomplete ? (['incomplete'] as const) : []));
  } else if (isPlace) {
    reasons.push(...reasonsAtPlace(readLines(code, languageId), proposed));
  }
  const known = [...lines.slice(0, place.start), ...place.asked, ...lines.slice(place.end)];
  const asked = { start: place.start, end: place.start + place.asked.length };
  const document = knownDocument(known, languageId);
  const task = { target, place, document, asked, proposed, reasons };
  const isPatch = isPatchLanguage(language);
  const hunks = isPatchLanguage(languageId) ? undefined : parsePatch(code, isPatch);
  const patch = hunks === undefined ? undefined : planPatch(target, range && place, hunks);
  // Of blank lines, the line above tells what stands there.
  const alike = isPlace ? [textAt(document.lines, place.start - 1, -1)?.trimmed ?? ''] : place.asked;
  const inner = withoutBraces(code, alike, languageId);
  const created = range === undefined && lines.every(isBlank) ? linesAdded(hunks) : undefined;
  if (created !== undefined) {
    return planCode({ ...task, reasons: ['patch', ...reasons] }, created);
  }
  if (patch === undefined || (patch.kind === 'refused' && !isPatch)) {
    return planCode(task, inner);
  }
  return patch.kind === 'patched' ? reviewedPatch(task, patch) : patch;
}

/** The lines of a patch that only adds lines, as one for a new file does. */
function linesAdded(hunks: ReturnType<typeof parsePatch>): readonly string[] | undefined {
  const lines = hunks?.flatMap((hunk) => hunk.lines) ?? [];
  return lines.length > 0 && lines.every(({ mark }) => mark === '+')
    ? lines.map(({ text }) => text)
    : undefined;
}

/** A patch is always reviewed. */
function reviewedPatch(
  { target: { languageId }, proposed, reasons }: Task,
  { edit, isForOtherFile, ...patch }: Extract<PatchPlan, { kind: 'patched' }>,
): ReplacementPlan {
  const [before, code, after] = [patch.before, patch.code, patch.after].map((texts) =>
    readLines(texts, languageId),
  );
  const doubts = reasonsForLines({ before: before ?? [], code: code ?? [], after: after ?? [], proposed });
  const others = isForOtherFile ? (['otherFile'] as const) : [];
  const all: ReviewReason[] = ['patch', ...others, ...reasons, ...doubts];
  return { kind: 'edits', edits: [edit], reviewReasons: [...new Set(all)] };
}

function reasonsForBlock(block: BlockCode): ReviewReason[] {
  const reasons: (readonly [isOne: boolean, reason: ReviewReason])[] = [
    [block.hadMarks, 'marks'],
    [block.isPart, 'wider'],
    [block.isForOtherFile, 'otherFile'],
    [block.isInOtherLanguage, 'otherLanguage'],
  ];
  return reasons.flatMap(([isOne, reason]) => (isOne ? [reason] : []));
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function withoutBlankLines(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => !isBlank(line));
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Whether two texts differ only by white space at the ends of their lines. */
function isSameTrimmed(one: string, other: string): boolean {
  const [lines, others] = [one, other].map((text) => linesOf(text).map((line) => line.trim()));
  return hasSameLines(lines ?? [], others ?? []);
}

function planCode(task: Task, texts: readonly string[]): ReplacementPlan {
  const { target, place, document, asked, reasons } = task;
  const code = readLines(texts, target.languageId);
  const placement = placeCode(document, target.asked && asked, code);
  if (placement.kind === 'otherPlace' && place.asked.length > 0 && place.asked.every(isBlank)) {
    // New lines can be like others of the document.
    return planLines({ ...task, reasons: ['elsewhere', ...reasons] }, [{ ...asked, code }]);
  }
  if (!('parts' in placement)) {
    return { kind: 'refused', reason: target.asked === undefined ? 'noPlace' : placement.kind };
  }
  const { kind, parts, filled } = placement;
  const why: ReviewReason[] = kind === 'asked' ? [] : [kind];
  if (why.length > 0 || (filled !== undefined && place.rest === undefined)) {
    const elided: ReviewReason[] =
      filled === undefined ? [] : ['elided', ...(filled === 'all' ? (['filled'] as const) : [])];
    return planLines({ ...task, reasons: [...why, ...elided, ...reasons] }, parts);
  }
  if (place.rest === undefined) {
    return planLines(task, [
      { ...asked, code: withBlankEnds(code, document.lines.slice(asked.start, asked.end)) },
    ]);
  }
  const whole = wholeLine(place.rest, place.text, texts);
  if (whole === 'coversMore') {
    return { kind: 'refused', reason: 'coversMore' };
  }
  if (whole !== undefined) {
    return planLines({ ...task, reasons: ['wider', ...reasons] }, [
      { ...asked, code: readLines(whole, target.languageId) },
    ]);
  }
  const part = withoutRest(place.rest, place.text, texts);
  const own = part === undefined ? task : { ...task, reasons: ['wider' as const, ...reasons] };
  const ended = withEnds(task, part ?? texts, asked, linesOf(place.text), place.rest);
  return planWithinLine(withReason(own, ended.isUncertain, 'separators'), ended.code);
}

/** Models leave out the blank lines at the ends of what they were asked about. */
function withBlankEnds(code: readonly CodeLine[], asked: readonly CodeLine[]): readonly CodeLine[] {
  const { start, end } = withoutBlankEnds(asked);
  return start === end ? code : [...asked.slice(0, start), ...code, ...asked.slice(end)];
}

/**
 * Replaces whole lines.
 * @param parts of the known document, in order
 */
function planLines(task: Task, parts: readonly PlacedCode[]): ReplacementPlan {
  const { target, place, document, asked } = task;
  const { languageId } = target;
  const known = document.lines;
  const whole = parts.reduce<LineRange>(union, target.asked === undefined ? (parts[0] ?? asked) : asked);
  let reviewed = task;
  const fitted = parts.flatMap((part, index) => {
    const replaced = known.slice(part.start, part.end);
    const ended = withEnds(task, textsOf(part.code), part, textsOf(replaced));
    const code = readLines(ended.code, languageId);
    const place = { ...target, lines: known, line: part.start };
    const isInsertion = replaced.every(({ isBlank }) => isBlank);
    const kept = document.texts.slice(parts[index - 1]?.end ?? whole.start, part.start);
    if (part.isExact) {
      return [...kept, ...textsOf(part.code)];
    }
    const among = isInsertion ? indentOfPart(part, code, place) : undefined;
    // Stands for a line that is as deep.
    const reference = among === undefined ? replaced : [new CodeLine(`${among.indent}_`, languageId)];
    const own = fitIndentation(code, { ...place, reference });
    const isWider = repeatsNear(known, part, part.code) || closesTwice(known, part, part.code);
    reviewed = withReason(reviewed, isInsertion && isWider, 'wider');
    reviewed = withReason(reviewed, among?.isUncertain === true, 'indentation');
    reviewed = withReason(reviewed, ended.isUncertain && !parts[index - 1]?.isExact, 'separators');
    reviewed = withReason(reviewed, own.isUncertain, 'stringIndentation');
    return [...kept, ...own.texts];
  });
  const last = parts.at(-1);
  const isTwice =
    last !== undefined &&
    last.end === whole.end &&
    startsAgain(readLines(fitted, languageId), known.slice(whole.start, whole.end), known, whole.end);
  reviewed = withReason(reviewed, isTwice, 'wider');
  const present = { start: whole.start, end: whole.end + place.end - asked.end };
  return planChange(reviewed, {
    before: partOf(document, whole.start, whole.end),
    fitted: [...fitted, ...document.texts.slice(parts.at(-1)?.end ?? whole.start, whole.end)],
    present: target.lines.slice(present.start, present.end),
    code: parts.flatMap((part) => part.code),
    ...blockAround(document, whole),
    isElsewhere: (trimmed) =>
      document.places.get(trimmed)?.some((line) => !contains(whole, { start: line, end: line + 1 })) === true,
    editOf: (after) => lineEdit(target.lines, present, after),
  });
}

function indentOfPart(
  part: PlacedCode,
  code: readonly CodeLine[],
  place: Parameters<typeof placeIndent>[1],
): ReturnType<typeof placeIndent> {
  return part.indent === undefined
    ? placeIndent(code, place, part)
    : { indent: part.indent, isUncertain: false };
}

function withReason(task: Task, isOne: boolean, reason: ReviewReason): Task {
  return isOne ? { ...task, reasons: [...task.reasons, reason] } : task;
}

/** Whether the last lines of code stand again below it, and those that it replaces did not. */
function startsAgain(
  code: readonly CodeLine[],
  replaced: readonly CodeLine[],
  lines: readonly CodeLine[],
  end: number,
): boolean {
  const isSame = (some: readonly CodeLine[], length: number): boolean =>
    some.length >= length &&
    some.slice(-length).every(({ text }, index) => text === lines[end + index]?.text);
  for (let length = Math.min(code.length - 1, MAX_AGAIN); length > 0; length--) {
    if (isSame(code, length) && anyTellsPlace(code.slice(-length))) {
      return !isSame(replaced, length);
    }
  }
  return false;
}

/** Lines that are compared. */
const MAX_AGAIN = 50;

/**
 * Code with the separators at its ends that are right in the place of others, unless these are text. The end of code that
 * was cut off is not known.
 * @param range in the document
 * @param replaced its lines, or a part of one
 */
function withEnds(
  { target: { languageId }, document, asked, proposed }: Task,
  code: readonly string[],
  { start, end }: LineRange,
  replaced: readonly string[],
  rest?: AskedPlace['rest'],
): { code: readonly string[]; isUncertain: boolean } {
  const { lines, texts } = document;
  const [before, after] = [rest?.before.trim() ?? '', rest?.after.trim() ?? ''];
  const textAbove = (line: number): string => textAt(lines, line - 1, -1)?.trimmed ?? '';
  const above = before === '' ? textAbove(start) : before;
  const below = after === '' ? (textAt(lines, end, 1)?.trimmed ?? '') : after;
  const isText = lines[end]?.inside !== undefined || isInMarkup(texts, start, { above, below, languageId });
  const header = headerAround(document, start)?.trimmed ?? '';
  const isInBrackets = endsWithBracket(header) || endsWithBracket(before) || before.endsWith(',');
  if (proposed.isIncomplete || isText) {
    return { code, isUncertain: false };
  }
  const place = { above, below, isInBrackets, replaced, languageId };
  const isAtPlace = asked.start < asked.end && isPlace(lines, asked);
  // Of lines that end with blank ones that were asked about, the last one with text is above these.
  if (replaced.every(isBlank) || (end === asked.end && isAtPlace)) {
    const atPlace = { ...place, above: textAbove(end) };
    return { code: withEndAtPlace(code, atPlace), isUncertain: lacksSeparator(atPlace, header) };
  }
  return { code: withSameEnds(code, place), isUncertain: hasOtherSeparators(code, place) };
}

/** Replaces a range that begins or ends within a line. */
function planWithinLine(task: Task, code: readonly string[]): ReplacementPlan {
  const { target, place } = task;
  const range = target.asked?.range;
  if (range === undefined) {
    return { kind: 'refused', reason: 'noPlace' };
  }
  const before = linesOf(place.text);
  const line = target.lines[range.start.line] ?? '';
  // The keys of an entry stand below what is behind its dash.
  const isBehindDash = areDashes(line.slice(0, range.start.character));
  const indent = isBehindDash ? ' '.repeat(range.start.character) : indentOf(line);
  const reference = [indent + (before[0] ?? '').trimStart(), ...before.slice(1)];
  const lines = readLines(code, target.languageId);
  const { texts, isUncertain } = fitIndentation(lines, {
    ...target,
    lines: task.document.lines,
    reference: readLines(reference, target.languageId),
    line: range.start.line,
  });
  const [first = '', ...others] = texts;
  // What the range has of the indentation.
  const ownIndent = range.start.character < indent.length ? indentOf(first).slice(range.start.character) : '';
  return planChange(withReason(task, isUncertain, 'stringIndentation'), {
    before: readCode(before, target.languageId),
    fitted: [ownIndent + first.trimStart(), ...others],
    present: linesOf(textIn(target.lines, range)),
    code: lines,
    isInFunction: false,
    header: undefined,
    isElsewhere: () => false,
    editOf: (after) => ({ range, text: after.join('\n') }),
  });
}

/** Merges code in its place with what has changed there since, and says why a person should look at it first. */
function planChange(
  { target: { languageId, asked }, proposed, reasons }: Task,
  change: {
    readonly before: Code;
    /** The code with the indentation of the document. */
    readonly fitted: readonly string[];
    readonly present: readonly string[];
    readonly code: readonly CodeLine[];
    readonly isInFunction: boolean;
    readonly header: CodeLine | undefined;
    isElsewhere(trimmed: string): boolean;
    editOf(after: readonly string[]): TextEdit;
  },
): ReplacementPlan {
  const { before, fitted, present, code, editOf } = change;
  const isMerged = !hasSameLines(before.texts, present);
  const merged = isMerged ? mergeLines(before.texts, present, fitted) : { lines: fitted, isClean: true };
  const after = merged.lines;
  if (hasSameLines(after, present)) {
    return { kind: 'unchanged' };
  }
  const why: ReviewReason[] = isMerged ? [merged.isClean ? 'merged' : 'conflict'] : [];
  const now = readCode(fitted, languageId);
  const all = [
    ...why,
    ...reasons,
    // Code is wider than what was asked about only if something was.
    ...doubtsAbout({ ...change, after: now }).filter((one) => one !== 'wider' || asked !== undefined),
    ...reasonsForLines({
      before: before.lines,
      code,
      after: isMerged ? readLines(after, languageId) : now.lines,
      proposed,
    }),
  ];
  return { kind: 'edits', edits: [editOf(after)], reviewReasons: [...new Set(all)] };
}
