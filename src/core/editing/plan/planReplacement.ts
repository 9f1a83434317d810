import { lineEdit } from '../hunkEdits.ts';
import { type IndentStyle, indentOf } from '../indentation.ts';
import { mergeLines } from '../mergeLines.ts';
import { hasSameLines, linesOf, type TextEdit, type TextRange, textIn } from '../textRange.ts';
import { type AskedPlace, askedPlace, restOfLine, withoutRepeatedSeparator } from './askedPlace.ts';
import { codeInReply, withoutBraces, withSameComma } from './codeInReply.ts';
import {
  doubtsAbout,
  type ProposedCode,
  type RefusalReason,
  type ReviewReason,
  reasonsForLines,
} from './decision.ts';
import { fitIndentation } from './fitIndentation.ts';
import { type KnownDocument, knownDocument } from './knownDocument.ts';
import { type LineRange, trimBlankEnds, union, withoutBlankEnds } from './lineWorth.ts';
import { placeCode } from './parts.ts';
import type { PlacedCode } from './placement.ts';
import { restoreRedacted } from './redactedText.ts';
import { applyPatch, parsePatch } from './unifiedDiff.ts';

export { type ProposedCode, type RefusalReason, type ReviewReason, reviewReasonsFor } from './decision.ts';

/*
 * How code of a reply comes into a document. Its lines are aligned with those of the document as it was when it was asked
 * about (`alignment.ts`). From what matches follows which parts of the document it takes the place of (`parts.ts`). In
 * these, it gets the indentation of the document (`fitIndentation.ts`), and what has changed since is merged. `decision.ts`
 * lists the reasons why a person should look at the result first, with what finds most of them, and why there is no
 * result. Without a reason, it is written directly.
 *
 * What an alignment can't do is done before or after: patches say themselves what they replace (`unifiedDiff.ts`), imports
 * belong to the start of the file whatever they stand above (`imports.ts`), gaps are lines that aren't there (`gaps.ts`),
 * secrets that were redacted are put back (`redactedText.ts`), and within a line there are no lines (`askedPlace.ts`).
 */

/** What was asked about, in a document that may have changed since. */
export interface AskedText {
  readonly range: TextRange;
  /** The text of the range that the model knew, with LF line ends. */
  readonly text: string;
  /** Whether the text of the range equals `text` only apart from indentation. */
  readonly ignoresIndentation: boolean;
}

export interface ReplacementTarget {
  /** The whole document. */
  readonly lines: readonly string[];
  /**
   * What was asked about. If nothing was, the place is told by what the code repeats and declares, and always reviewed
   * (`elsewhere`).
   */
  readonly asked?: AskedText;
  readonly path: string;
  readonly languageId: string;
  /** The editor's settings, for a document that doesn't show how it is indented. */
  readonly style: IndentStyle;
}

export type ReplacementPlan =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      readonly reviewReasons: readonly ReviewReason[];
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

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
  const restored = restoreRedacted(text, present, trimBlankEnds(linesOf(proposed.code)));
  if (restored.code.length === 0) {
    return { kind: 'refused', reason: 'empty' };
  }
  const nowhere = { start: lines.length, end: lines.length, asked: [], text: '' };
  const place = range === undefined ? nowhere : askedPlace(lines, range, restored.asked);
  const { code, language, reasons } = codeInReply(restored.code, proposed.info, target, place);
  if (ignoresIndentation || (restored.asked !== present && isSameTrimmed(restored.asked, present))) {
    reasons.push('ignoredIndentation');
  }
  if (restored.asked !== text && restored.asked === present) {
    // The model didn't know all of the text.
    reasons.push('merged');
  }
  const known = [...lines.slice(0, place.start), ...place.asked, ...lines.slice(place.end)];
  const asked = { start: place.start, end: place.start + place.asked.length };
  const document = knownDocument(known, languageId);
  const task = { target, place, document, asked, proposed, reasons };
  const isPatch = /^(?:diff|patch|udiff)$/i.test(language);
  const hunks = languageId === 'diff' ? undefined : parsePatch(code, isPatch);
  const patch = hunks === undefined ? undefined : planPatch(task, hunks);
  const inner = withoutBraces(code, place.asked, languageId);
  return patch === undefined || (patch.kind === 'refused' && !isPatch) ? planCode(task, inner) : patch;
}

/** Whether two texts differ only by white space at the ends of their lines. */
function isSameTrimmed(one: string, other: string): boolean {
  const [lines, others] = [one, other].map((text) => linesOf(text).map((line) => line.trim()));
  return hasSameLines(lines ?? [], others ?? []);
}

function planCode(task: Task, code: readonly string[]): ReplacementPlan {
  const { target, place, document, asked, reasons } = task;
  const placement = placeCode(document, target.asked && asked, code);
  if (!('parts' in placement)) {
    return { kind: 'refused', reason: placement.kind };
  }
  const { kind, parts, isFilled } = placement;
  const why: ReviewReason[] = kind === 'asked' ? [] : [kind];
  if (why.length > 0 || (isFilled && place.rest === undefined)) {
    const elided: ReviewReason[] = isFilled ? ['elided', 'filled'] : [];
    return planLines({ ...task, reasons: [...why, ...elided, ...reasons] }, parts);
  }
  if (place.rest === undefined) {
    return planLines(task, [{ ...asked, code: withEnds(code, place.asked) }]);
  }
  const whole = restOfLine(place.rest, place.text, code);
  if (whole === 'coversMore') {
    return { kind: 'refused', reason: 'coversMore' };
  }
  return whole === undefined
    ? planWithinLine(task, withoutRepeatedSeparator(place.rest, place.text, code))
    : planLines({ ...task, reasons: ['wider', ...reasons] }, [{ ...asked, code: whole }]);
}

/** Models leave out the blank lines at the ends of what they were asked about. */
function withEnds(code: readonly string[], asked: readonly string[]): readonly string[] {
  const { start, end } = withoutBlankEnds(asked);
  return start === end ? code : [...asked.slice(0, start), ...code, ...asked.slice(end)];
}

/**
 * Replaces whole lines.
 * @param parts of the known document, in order
 */
function planLines(task: Task, parts: readonly PlacedCode[]): ReplacementPlan {
  const { target, place, document, asked } = task;
  const known = document.lines;
  const whole = parts.reduce<LineRange>(union, target.asked === undefined ? (parts[0] ?? asked) : asked);
  const fitted = parts.flatMap((part, index) => {
    const reference = known.slice(part.start, part.end);
    const code = withSameComma(part.code, reference, target.languageId);
    return [
      ...known.slice(parts[index - 1]?.end ?? whole.start, part.start),
      ...fitIndentation(code, { ...target, lines: known, reference, line: part.start }),
    ];
  });
  const present = { start: whole.start, end: whole.end + place.end - asked.end };
  return planChange(task, {
    before: known.slice(whole.start, whole.end),
    fitted: [...fitted, ...known.slice(parts.at(-1)?.end ?? whole.start, whole.end)],
    present: target.lines.slice(present.start, present.end),
    code: parts.flatMap((part) => part.code),
    isInFunction: isInFunction(document, whole),
    editOf: (after) => lineEdit(target.lines, present, after),
  });
}

function isInFunction({ blocks }: KnownDocument, range: LineRange): boolean {
  const around = blocks.findLast(({ start, end }) => start < range.start && end >= range.end);
  return around?.hasMembers === false;
}

/** Replaces a range that begins or ends within a line. */
function planWithinLine(task: Task, code: readonly string[]): ReplacementPlan {
  const { target, place } = task;
  const range = target.asked?.range;
  if (range === undefined) {
    return { kind: 'refused', reason: 'otherPlace' };
  }
  const before = linesOf(place.text);
  const indent = indentOf(target.lines[range.start.line] ?? '');
  const reference = [indent + (before[0] ?? '').trimStart(), ...before.slice(1)];
  const [first = '', ...others] = fitIndentation(code, { ...target, reference, line: range.start.line });
  // What the range has of the indentation.
  const ownIndent = range.start.character < indent.length ? indentOf(first).slice(range.start.character) : '';
  return planChange(task, {
    before,
    fitted: [ownIndent + first.trimStart(), ...others],
    present: linesOf(textIn(target.lines, range)),
    code,
    isInFunction: false,
    editOf: (after) => ({ range, text: after.join('\n') }),
  });
}

/** Merges code in its place with what has changed there since, and says why a person should look at it first. */
function planChange(
  { target: { languageId }, proposed, reasons }: Task,
  change: {
    readonly before: readonly string[];
    /** The code with the indentation of the document. */
    readonly fitted: readonly string[];
    readonly present: readonly string[];
    readonly code: readonly string[];
    readonly isInFunction: boolean;
    editOf(after: readonly string[]): TextEdit;
  },
): ReplacementPlan {
  const { before, fitted, present, code, isInFunction, editOf } = change;
  const isMerged = !hasSameLines(before, present);
  const merged = isMerged ? mergeLines(before, present, fitted) : { lines: fitted, isClean: true };
  const after = merged.lines;
  if (hasSameLines(after, present)) {
    return { kind: 'unchanged' };
  }
  const why: ReviewReason[] = isMerged ? [merged.isClean ? 'merged' : 'conflict'] : [];
  const all = [
    ...why,
    ...reasons,
    ...doubtsAbout({ before, after: fitted, languageId, isInFunction }),
    ...reasonsForLines({ languageId, before, code, after, proposed }),
  ];
  return { kind: 'edits', edits: [editOf(after)], reviewReasons: [...new Set(all)] };
}

/** A patch is applied to the document as it is now, since each of its hunks says itself what it is for; always in a review. */
function planPatch(
  { target, place, proposed, reasons }: Task,
  hunks: NonNullable<ReturnType<typeof parsePatch>>,
): ReplacementPlan {
  const { lines, asked } = target;
  const parts = applyPatch(hunks, asked && place, target);
  const [first] = parts;
  if (first === undefined) {
    return { kind: 'refused', reason: 'patchDoesNotMatch' };
  }
  const whole = parts.reduce<LineRange>(union, first);
  const before = lines.slice(whole.start, whole.end);
  const after = parts.flatMap(({ start, replacement }, index) => [
    ...lines.slice(parts[index - 1]?.end ?? whole.start, start),
    ...replacement,
  ]);
  if (hasSameLines(after, before)) {
    return { kind: 'unchanged' };
  }
  const code = parts.flatMap(({ replacement }) => replacement);
  return {
    kind: 'edits',
    edits: [lineEdit(lines, whole, after)],
    reviewReasons: ['patch', ...reasons, ...reasonsForLines({ ...target, before, code, after, proposed })],
  };
}
