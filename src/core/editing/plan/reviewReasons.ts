import { linesOf } from '../textRange.ts';
import { hasElision } from './elision.ts';
import { isRedacted } from './redactedText.ts';

/** Why a replacement is shown before it is applied. */
export type ReviewReason =
  /** The document changed since, and both changes were merged. */
  | 'merged'
  /** The document changed since, in the same lines. */
  | 'conflict'
  /** The code has a comment in place of lines that it leaves out. */
  | 'elided'
  /** The result is less than half as long as what it replaces. */
  | 'shorter'
  /** The reply was cut off, stopped, or failed. */
  | 'incomplete'
  /** The file can run code or steer tools. */
  | 'protected'
  /** A symbolic link on the path may lead to such a file. */
  | 'linked'
  | 'ignoredIndentation'
  /** The code covers more than what was asked about. */
  | 'wider'
  /** The code covers only a part of what was asked about. */
  | 'narrower'
  | 'otherLanguage'
  /** The code has few words of what it replaces. */
  | 'unlike'
  /** The code opens or closes brackets that what it replaces doesn't. */
  | 'unbalanced'
  /** The reply names another file for the code. */
  | 'otherFile'
  /** The code was a patch. */
  | 'patch'
  /** The code has a placeholder in place of a secret. */
  | 'redacted';

export interface ProposedCode {
  /** With any line ends. */
  readonly code: string;
  /** Info string of the fence. */
  readonly info: string;
  /** Whether the reply was cut off, stopped, or failed. */
  readonly isIncomplete: boolean;
}

/** Texts with at most as many lines are compared by their characters. */
const MAX_SHORT_LINES = 4;
/** A short text that loses fewer characters isn't reviewed for that. */
const MIN_LOST_CHARACTERS = 80;

/** For Replace Selection and Insert at Cursor, whose edits are known. */
export function reviewReasonsFor(change: {
  readonly languageId: string;
  /** The text that is replaced; empty for an insertion. */
  readonly before: string;
  readonly proposed: ProposedCode;
}): ReviewReason[] {
  const code = linesOf(change.proposed.code);
  return reasonsForLines({ ...change, before: linesOf(change.before), code, after: code });
}

export function reasonsForLines({
  languageId,
  before,
  code,
  after,
  proposed,
}: {
  readonly languageId: string;
  readonly before: readonly string[];
  /** What the reply says. */
  readonly code: readonly string[];
  /** What takes the place of `before`. */
  readonly after: readonly string[];
  readonly proposed: ProposedCode;
}): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (before.some((line) => line.trim() !== '')) {
    if (hasElision(code, before, languageId)) {
      reasons.push('elided');
    }
    if (isMuchShorter(before, after)) {
      reasons.push('shorter');
    }
    if (proposed.isIncomplete) {
      reasons.push('incomplete');
    }
  }
  if (after.some((line) => isRedacted(line) && !before.includes(line))) {
    reasons.push('redacted');
  }
  return reasons;
}

function isMuchShorter(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [before, after].map((lines) =>
    lines.map((line) => line.trim()).filter((line) => line !== ''),
  );
  if (old === undefined || now === undefined) {
    return false;
  }
  if (old.length > MAX_SHORT_LINES) {
    return now.length * 2 < old.length;
  }
  const [oldLength, newLength] = [old.join('').length, now.join('').length];
  return newLength * 2 < oldLength && oldLength - newLength >= MIN_LOST_CHARACTERS;
}
