import { parseInfoString } from '../../code/infoString.ts';
import { lineEdit } from '../hunkEdits.ts';
import { type IndentStyle, indentOf } from '../indentation.ts';
import { mergeLines } from '../mergeLines.ts';
import { linesOf, type TextEdit, type TextRange, textIn } from '../textRange.ts';
import { type AskedPlace, askedPlace, restOfLine, withoutRepeatedMark } from './askedPlace.ts';
import {
  hasLineNumbers,
  isOutput,
  nameOf,
  partForFile,
  versionAfter,
  withoutBraces,
  withoutFileName,
  withSameComma,
} from './codeInReply.ts';
import { doubtsAbout, isOtherPart } from './doubts.ts';
import { fitIndentation } from './fitIndentation.ts';
import { fitsDocument } from './fitsDocument.ts';
import type { PlacedCode } from './namedPlacement.ts';
import { placeCode } from './placement.ts';
import { restoreRedacted } from './redactedText.ts';
import { type ProposedCode, type ReviewReason, reasonsForLines } from './reviewReasons.ts';
import { knownDocument, type LineRange, trimBlankEnds, union, withoutBlankEnds } from './scene.ts';
import { applyPatch, parsePatch } from './unifiedDiff.ts';

export { type ProposedCode, type ReviewReason, reviewReasonsFor } from './reviewReasons.ts';

export interface ReplacementTarget {
  /** The whole document. */
  readonly lines: readonly string[];
  readonly range: TextRange;
  /** The text of the range that the model knew, with LF line ends. */
  readonly asked: string;
  /** Whether the text of the range equals `asked` only apart from indentation. */
  readonly ignoresIndentation: boolean;
  readonly path: string;
  readonly languageId: string;
  /** The editor's settings, for a document that doesn't show how it is indented. */
  readonly style: IndentStyle;
}

export type RefusalReason =
  | 'empty'
  /** The code has the numbers of its lines. */
  | 'lineNumbers'
  /** The code covers more than what was asked about, and which lines can't be told. */
  | 'coversMore'
  /** The code is for other lines of the document. */
  | 'otherPlace'
  /** The code is a patch for other lines, or for another version of them. */
  | 'patchDoesNotMatch';

export type ReplacementPlan =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      readonly reviewReasons: readonly ReviewReason[];
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** What to change in a document so that code takes the place of what was asked about. */
export function planReplacement(sent: ReplacementTarget, proposed: ProposedCode): ReplacementPlan {
  const present = textIn(sent.lines, sent.range);
  const restored = restoreRedacted(sent.asked, present, trimBlankEnds(linesOf(proposed.code)));
  const target = { ...sent, asked: restored.asked };
  const trimmed = restored.code;
  if (trimmed.length === 0) {
    return { kind: 'refused', reason: 'empty' };
  }
  if (hasLineNumbers(trimmed, target.asked)) {
    return { kind: 'refused', reason: 'lineNumbers' };
  }
  const place = askedPlace(target);
  const { language, file } = parseInfoString(proposed.info);
  const own = versionAfter(partForFile(trimmed, place.asked, target.path), place.asked);
  const { code, file: named } = withoutFileName(trimBlankEnds(own), place.asked);
  const isDeclaredPatch = /^(?:diff|patch|udiff)$/i.test(language);
  const hunks = target.languageId === 'diff' ? undefined : parsePatch(code, isDeclaredPatch);
  if (hunks !== undefined) {
    const patch = planPatch(target, place, hunks, proposed);
    if (patch.kind !== 'refused' || isDeclaredPatch) {
      return patch;
    }
  }
  const isReindented = target.asked !== present && isSameTrimmed(target.asked, present);
  const others: ReviewReason[] = target.ignoresIndentation || isReindented ? ['ignoredIndentation'] : [];
  if (target.asked !== sent.asked && target.asked === present) {
    // The model didn't know all of the text.
    others.push('merged');
  }
  if (own !== trimmed) {
    others.push('wider');
  }
  if ([file, named].some((name) => name !== '' && nameOf(name) !== nameOf(target.path))) {
    others.push('otherFile');
  }
  if (
    !fitsDocument(language, target.languageId) ||
    isOutput(language, target.languageId) ||
    isOtherPart(language, target.lines, place.start, target.languageId)
  ) {
    others.push('otherLanguage');
  }
  return planCode(target, place, code, proposed, others);
}

/** Whether two texts differ only by white space at the ends of their lines. */
function isSameTrimmed(one: string, other: string): boolean {
  const [lines, others] = [linesOf(one), linesOf(other)];
  return (
    lines.length === others.length && lines.every((line, index) => line.trim() === others[index]?.trim())
  );
}

function planCode(
  target: ReplacementTarget,
  place: AskedPlace,
  code: readonly string[],
  proposed: ProposedCode,
  others: readonly ReviewReason[],
): ReplacementPlan {
  const known = [...target.lines.slice(0, place.start), ...place.asked, ...target.lines.slice(place.end)];
  const asked = { start: place.start, end: place.start + place.asked.length };
  const document = knownDocument(known, target.languageId);
  const placement = placeCode(document, asked, code, place.rest === undefined);
  const inner = withoutBraces(code, place.asked, target.languageId);
  const isWholeFile = placement.kind === 'wider' && known[placement.parts[0]?.start ?? 0] === code[0];
  if (inner !== code && !isWholeFile) {
    return planCode(target, place, inner, proposed, others);
  }
  if (placement.kind === 'coversMore' || placement.kind === 'otherPlace') {
    return { kind: 'refused', reason: placement.kind };
  }
  if (placement.kind === 'wider' || placement.kind === 'narrower') {
    return planLines(target, place, known, placement.parts, proposed, [placement.kind, ...others]);
  }
  if (place.rest === undefined) {
    const parts = [{ ...asked, code: withEnds(code, place.asked) }];
    return planLines(target, place, known, parts, proposed, others);
  }
  const whole = restOfLine(place.rest, target.asked, code);
  if (whole === 'coversMore') {
    return { kind: 'refused', reason: 'coversMore' };
  }
  return whole === undefined
    ? planWithinLine(target, withoutRepeatedMark(place.rest, target.asked, code), proposed, others)
    : planLines(target, place, known, [{ ...asked, code: whole }], proposed, ['wider', ...others]);
}

/** Models leave out the blank lines at the ends of what they were asked about. */
function withEnds(code: readonly string[], asked: readonly string[]): readonly string[] {
  const { start, end } = withoutBlankEnds(asked);
  return start === end ? code : [...asked.slice(0, start), ...code, ...asked.slice(end)];
}

/**
 * Replaces whole lines.
 * @param known the document as it was when it was asked about
 * @param parts of `known`, in order
 */
function planLines(
  target: ReplacementTarget,
  place: AskedPlace,
  known: readonly string[],
  parts: readonly PlacedCode[],
  proposed: ProposedCode,
  others: readonly ReviewReason[],
): ReplacementPlan {
  const { lines } = target;
  const asked = { start: place.start, end: place.start + place.asked.length };
  const whole = parts.reduce<LineRange>(union, asked);
  const fitted = parts.flatMap((part, index) => {
    const reference = known.slice(part.start, part.end);
    return [
      ...known.slice(parts[index - 1]?.end ?? whole.start, part.start),
      ...fitIndentation(withSameComma(part.code, reference, target.languageId), {
        ...target,
        lines: known,
        reference,
        line: part.start,
      }),
    ];
  });
  const fittedWhole = [...fitted, ...known.slice(parts.at(-1)?.end ?? whole.start, whole.end)];
  const before = known.slice(whole.start, whole.end);
  const presentPlace = { start: whole.start, end: whole.end + place.end - asked.end };
  const present = lines.slice(presentPlace.start, presentPlace.end);
  const { after, reasons } = merge(before, present, fittedWhole);
  if (after.join('\n') === present.join('\n')) {
    return { kind: 'unchanged' };
  }
  const code = parts.flatMap((part) => part.code);
  return {
    kind: 'edits',
    edits: [lineEdit(lines, presentPlace, after)],
    reviewReasons: reviewReasons(target, { before, fitted: fittedWhole, code, after, proposed }, [
      ...reasons,
      ...others,
    ]),
  };
}

/** Replaces a range that begins or ends within a line. */
function planWithinLine(
  target: ReplacementTarget,
  code: readonly string[],
  proposed: ProposedCode,
  others: readonly ReviewReason[],
): ReplacementPlan {
  const { lines, range } = target;
  const before = linesOf(target.asked);
  const present = linesOf(textIn(lines, range));
  const indent = indentOf(lines[range.start.line] ?? '');
  const reference = [indent + (before[0] ?? '').trimStart(), ...before.slice(1)];
  const fitted = fitIndentation(code, { ...target, reference, line: range.start.line });
  const { after, reasons } = merge(before, present, [(fitted[0] ?? '').trimStart(), ...fitted.slice(1)]);
  const text = after.join('\n');
  return text === present.join('\n')
    ? { kind: 'unchanged' }
    : {
        kind: 'edits',
        edits: [{ range, text }],
        reviewReasons: reviewReasons(target, { before, fitted, code, after, proposed }, [
          ...reasons,
          ...others,
        ]),
      };
}

/**
 * All reasons to review a replacement, each once.
 * @param change `fitted` is `code` with the indentation of the document, `after` with its changes since
 */
function reviewReasons(
  { languageId }: ReplacementTarget,
  change: {
    before: readonly string[];
    fitted: readonly string[];
    code: readonly string[];
    after: readonly string[];
    proposed: ProposedCode;
  },
  others: readonly ReviewReason[],
): readonly ReviewReason[] {
  const { before, fitted, code, after, proposed } = change;
  return [
    ...new Set([
      ...others,
      ...doubtsAbout(before, fitted, languageId),
      ...reasonsForLines({ languageId, before, code, after, proposed }),
    ]),
  ];
}

function merge(
  asked: readonly string[],
  present: readonly string[],
  proposed: readonly string[],
): { after: readonly string[]; reasons: readonly ReviewReason[] } {
  if (asked.join('\n') === present.join('\n')) {
    return { after: proposed, reasons: [] };
  }
  const { lines, isClean } = mergeLines(asked, present, proposed);
  return { after: lines, reasons: [isClean ? 'merged' : 'conflict'] };
}

function planPatch(
  target: ReplacementTarget,
  place: AskedPlace,
  hunks: NonNullable<ReturnType<typeof parsePatch>>,
  proposed: ProposedCode,
): ReplacementPlan {
  const { lines } = target;
  const parts = hunks.length === 0 ? undefined : applyPatch(hunks, place, target);
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) {
    return { kind: 'refused', reason: 'patchDoesNotMatch' };
  }
  const whole = parts.reduce<LineRange>(union, first);
  const before = lines.slice(whole.start, whole.end);
  const after = parts.flatMap(({ start, replacement }, index) => [
    ...lines.slice(parts[index - 1]?.end ?? whole.start, start),
    ...replacement,
  ]);
  if (after.join('\n') === before.join('\n')) {
    return { kind: 'unchanged' };
  }
  const code = parts.flatMap(({ replacement }) => replacement);
  return {
    kind: 'edits',
    edits: [lineEdit(lines, whole, after)],
    reviewReasons: ['patch', ...reasonsForLines({ ...target, before, code, after, proposed })],
  };
}
