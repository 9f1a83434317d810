import { parseInfoString } from '../code/infoString.ts';
import { hasElision } from './elision.ts';
import { fitIndentation } from './fitIndentation.ts';
import { fitsDocument } from './fitsDocument.ts';
import { type IndentStyle, indentOf } from './indentation.ts';
import { commonEnds } from './lineHunks.ts';
import { mergeLines } from './mergeLines.ts';
import { isProtectedPath } from './protectedPath.ts';
import { linesOf, type TextEdit, type TextRange, textIn } from './textRange.ts';

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
  readonly style: IndentStyle;
}

export interface ProposedCode {
  /** With any line ends. */
  readonly code: string;
  /** Info string of the fence. */
  readonly info: string;
  /** Whether the reply was cut off, stopped, or failed. */
  readonly isIncomplete: boolean;
}

/** Why a replacement is shown before it is applied. */
export type ReviewReason =
  /** The document changed since, and both changes were merged. */
  | 'merged'
  /** The document changed since, in the same lines. */
  | 'conflict'
  /** The code has a comment in place of lines that it leaves out. */
  | 'elided'
  /** The code is less than half as long as what it replaces. */
  | 'shorter'
  | 'incomplete'
  | 'protected'
  | 'ignoredIndentation'
  /** The code covers more than what was asked about. */
  | 'wider'
  /** The code covers only a part of what was asked about. */
  | 'narrower'
  | 'otherLanguage'
  /** The code was a patch. */
  | 'patch'
  /** The code has a placeholder in place of a secret. */
  | 'redacted';

export type RefusalReason =
  | 'empty'
  /** The code covers more than what was asked about, and where that is can't be determined. */
  | 'coversMore'
  /** The code is for another place of the document. */
  | 'otherPlace'
  | 'patchDoesNotMatch';

export type ReplacementPlan =
  | {
      readonly kind: 'edits';
      readonly edits: readonly TextEdit[];
      readonly reviewReasons: readonly ReviewReason[];
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

const REDACTED = /\[redacted: [^\]\n]+\]/;

/** What to change in a document so that code takes the place of what was asked about. */
export function planReplacement(target: ReplacementTarget, proposed: ProposedCode): ReplacementPlan {
  const code = linesOf(proposed.code.replace(/(?:\r\n|\r|\n)$/, ''));
  if (code.every((line) => line.trim() === '')) {
    return { kind: 'refused', reason: 'empty' };
  }
  const { lines } = target;
  const { start, end } = target.range;
  const before = (lines[start.line] ?? '').slice(0, start.character);
  const place = wholeLines(target);
  const asked = linesOf(target.asked);
  const fitted = fitIndentation(code, {
    ...target,
    reference: [indentOf(lines[start.line] ?? '') + (asked[0] ?? '').trimStart(), ...asked.slice(1)],
    line: start.line,
  });
  const present = place ? lines.slice(place.start, place.end) : linesOf(textIn(lines, target.range));
  const base = place ? [before + (asked[0] ?? ''), ...asked.slice(1, place.end - place.start)] : asked;
  const merged = mergeLines(
    base,
    present,
    place ? fitted : [(fitted[0] ?? '').trimStart(), ...fitted.slice(1)],
  );
  const reasons: ReviewReason[] = [];
  if (base.join('\n') !== present.join('\n')) {
    reasons.push(merged.isClean ? 'merged' : 'conflict');
  }
  if (merged.lines.join('\n') === present.join('\n')) {
    return { kind: 'unchanged' };
  }
  const edit = place
    ? lineEdit(lines, place, merged.lines)
    : { range: { start, end }, text: merged.lines.join('\n') };
  return {
    kind: 'edits',
    edits: [edit],
    reviewReasons: [
      ...reasons,
      ...(target.ignoresIndentation ? (['ignoredIndentation'] as const) : []),
      ...reviewReasonsFor({ ...target, before: target.asked, proposed }),
    ],
  };
}

function wholeLines({
  lines,
  range: { start, end },
}: ReplacementTarget): { start: number; end: number } | undefined {
  if ((lines[start.line] ?? '').slice(0, start.character).trim() !== '') {
    return undefined;
  }
  if (end.character === 0 && end.line > start.line) {
    return { start: start.line, end: end.line };
  }
  return (lines[end.line] ?? '').slice(end.character).trim() === ''
    ? { start: start.line, end: end.line + 1 }
    : undefined;
}

/** The smallest edit of whole lines that makes `replacement` of the lines of a place. */
export function lineEdit(
  lines: readonly string[],
  place: { start: number; end: number },
  replacement: readonly string[],
): TextEdit {
  const { head, tail } = commonEnds(lines.slice(place.start, place.end), replacement);
  const text = replacement.slice(head, replacement.length - tail).join('\n');
  const [first, end] = [place.start + head, place.end - tail];
  const isInsertion = first === end;
  const isDeletion = head + tail === replacement.length;
  const at = (line: number, character: number) => ({ line, character });
  const endOfLine = (line: number) => at(line, (lines[line] ?? '').length);
  if (!isInsertion && !isDeletion) {
    return { range: { start: at(first, 0), end: endOfLine(end - 1) }, text };
  }
  if (end < lines.length) {
    return { range: { start: at(first, 0), end: at(end, 0) }, text: isInsertion ? `${text}\n` : '' };
  }
  return {
    range: { start: endOfLine(first - 1), end: endOfLine(end - 1) },
    text: isInsertion ? `\n${text}` : '',
  };
}

/** For Replace Selection and Insert at Cursor, whose edits are known. */
export function reviewReasonsFor({
  path,
  languageId,
  before,
  proposed,
}: {
  readonly path: string;
  readonly languageId: string;
  /** The text that is replaced. */
  readonly before: string;
  readonly proposed: ProposedCode;
}): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  const code = linesOf(proposed.code);
  if (before.trim() !== '') {
    if (hasElision(code, linesOf(before), languageId)) {
      reasons.push('elided');
    }
    if (isMuchShorter(linesOf(before), code)) {
      reasons.push('shorter');
    }
    if (proposed.isIncomplete) {
      reasons.push('incomplete');
    }
  }
  if (isProtectedPath(path)) {
    reasons.push('protected');
  }
  if (REDACTED.test(proposed.code)) {
    reasons.push('redacted');
  }
  if (!fitsDocument(parseInfoString(proposed.info).language, languageId)) {
    reasons.push('otherLanguage');
  }
  return reasons;
}

function isMuchShorter(before: readonly string[], after: readonly string[]): boolean {
  const count = (lines: readonly string[]): number => lines.filter((line) => line.trim() !== '').length;
  return count(after) * 2 < count(before) && count(before) - count(after) > 2;
}
