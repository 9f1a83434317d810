import { COMMENT_START, commentFinder } from '../../code/commentSyntax.ts';
import { hasTrait, isKnownLanguage } from '../../code/languages.ts';
import { linesOf } from '../textRange.ts';
import { isBlank, isVariable, outermost } from './declarations.ts';
import { hasElision } from './elision.ts';
import { isImport } from './imports.ts';
import type { Code } from './knownDocument.ts';
import { type LineChange, leavesOut } from './leavesOut.ts';
import {
  bracketBalance,
  depthChange,
  isVersionOf,
  tellsPlace,
  trimBlankEnds,
  trimmedLines,
  wordsOf,
} from './lineWorth.ts';
import { addsCompanion } from './members.ts';
import { addsExample, standsForLines } from './newComments.ts';
import { isRedacted } from './redactedText.ts';

/*
 * Why code is shown in a review first, or refused. `DocumentWriter.write` adds whether the file is protected and what the
 * user has set, and writes directly only what has no reason for a review. In particular, none of these leaves a document
 * unseen:
 *
 * - a declaration, unless its body comes back under another name, a line with nothing new in its place but for a statement
 *   of a function, an entry or a field, and what a declaration that stays has above it and in front (`leavesOut.ts`);
 * - lines in whose place the code has a comment;
 * - three or more lines that tell a place, if none of them comes back.
 *
 * And nothing is written unseen that can't stand there, or only accompanies the code (`members.ts`).
 */

/** Why a replacement is shown before it is applied. */
export type ReviewReason =
  /** The document changed since, and both changes were merged. */
  | 'merged'
  /** The document changed since, in the same lines. */
  | 'conflict'
  /** The code has a comment in place of lines that it leaves out. */
  | 'elided'
  /** In their place, the proposal has lines of the document. */
  | 'filled'
  /** The code lacks declarations, or comments of declarations, that it takes the place of. */
  | 'leavesOut'
  /** The result is less than half as long as what it replaces. */
  | 'shorter'
  /** The reply was cut off, stopped, or failed, or the code block has no end. */
  | 'incomplete'
  /** The file can run code or steer tools. */
  | 'protected'
  /** A symbolic link on the path may lead to such a file. */
  | 'linked'
  | 'ignoredIndentation'
  /** How deep the code belongs among the lines around can't be told. */
  | 'indentation'
  /** How the text of a string of several lines is indented can't be told. */
  | 'stringIndentation'
  /** The code covers more than what was asked about. */
  | 'wider'
  /** The code covers only a part of what was asked about. */
  | 'narrower'
  /** The code is for other lines than those asked about. */
  | 'elsewhere'
  /** Which commas, or other separators, belong at the ends of the code can't be told. */
  | 'separators'
  | 'otherLanguage'
  /** The code has few words of what it replaces, or no line of several. */
  | 'unlike'
  /** The code opens or closes brackets that what it replaces doesn't. */
  | 'unbalanced'
  /** The reply names another file for the code. */
  | 'otherFile'
  /** The code was a patch. */
  | 'patch'
  /** Marks that are no code, such as line numbers, stood around it. */
  | 'marks'
  /** The code has a placeholder in place of a secret. */
  | 'redacted';

/** Why code is not placed at all. */
export type RefusalReason =
  | 'empty'
  /** The code covers more than what was asked about, and which lines can't be told. */
  | 'coversMore'
  /** The code is for other lines of the document. */
  | 'otherPlace'
  /** The code is a patch for other lines, or for another version of them. */
  | 'patchDoesNotMatch'
  /** The code is a patch that deletes the file. */
  | 'deletesFile';

export interface ProposedCode {
  /** With any line ends. */
  readonly code: string;
  /** Info string of the fence. */
  readonly info: string;
  /** Whether the reply was cut off, stopped, or failed, or the code block has no end. */
  readonly isIncomplete: boolean;
}

/** A text with fewer different words doesn't tell whether another one is a version of it. */
const MIN_WORDS = 3;

/** Share of the words of the shorter text that versions of one text have in common at least. */
const MIN_SHARED = 0.5;

/** So many lines that tell a place tell whether another text is a version of theirs. */
const MIN_TELLING_LINES = 3;

/** Lines of either text that are looked at for versions of each other. */
const MAX_COMPARED = 200;

/** Texts with at most as many lines are compared by their characters. */
const MAX_SHORT_LINES = 4;
/** A short text that loses fewer characters isn't reviewed for that. */
const MIN_LOST_CHARACTERS = 80;

/** An English comment above an example, or above the code as it was. In other languages, its place tells (`newComments.ts`). */
const EXAMPLE = new RegExp(
  String.raw`^${COMMENT_START}\W*(?:(?:example )?(?:usage|example)\b|(?:before|old|original|current|previous)(?:\s+(?:code|version|implementation))?\W*$)`,
  'i',
);

/** What a file has once. */
const EXPORTS = /^(?:export default|module\.exports|exports\.|__all__|if __name__)\b/;

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

/** Reasons that hold for code in a place where nothing is replaced, and which nobody looks at when it is inserted. */
export function reasonsAtPlace(
  code: readonly string[],
  { isIncomplete }: ProposedCode,
  languageId: string,
): ReviewReason[] {
  const commentIn = commentFinder(languageId);
  const isComment = trimmedLines(code).every((line) => commentIn(line) === 'alone');
  const isElided = hasElision(code, [], languageId) || (!isComment && standsForLines([], code, languageId));
  return [...(isElided ? (['elided'] as const) : []), ...(isIncomplete ? (['incomplete'] as const) : [])];
}

/** Reasons that hold for all changes, also those for which the user selected what is replaced. */
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
    if (hasElision(code, before, languageId) || standsForLines(before, after, languageId)) {
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

/** What is unusual in a version of some lines: the code could be an example, output, or for another place. */
export function doubtsAbout(change: LineChange): ReviewReason[] {
  const { languageId, isInFunction } = change;
  const [before, after] = [change.before.lines, change.after.lines];
  const declaresFunction = ({ lines, blocks: [first] }: Code): boolean => {
    return first?.isUnique === true && !isVariable(lines[first.start] ?? '') && first.end === lines.length;
  };
  const doubts: ReviewReason[] = [];
  if (hasOtherWords(before, after) || hasNoLineOf(before, after) || hasOtherTables(change)) {
    doubts.push('unlike');
  }
  if (leavesOut(change)) {
    doubts.push('leavesOut');
  }
  const [old, now] = [before, after].map(trimmedLines);
  const kept = new Set(old);
  if (old !== undefined && now?.every((line) => kept.has(line)) && now.length * 2 <= old.length) {
    // It can be a quotation, too.
    doubts.push('elided');
  }
  if (after.some((line) => isImport(line.trim())) && !before.some((line) => isImport(line.trim()))) {
    doubts.push('wider');
  }
  if (isInFunction && declaresFunction(change.after) && !declaresFunction(change.before)) {
    // In place of statements: it is for another place.
    doubts.push('wider');
  }
  if (addsCompanion(change)) {
    doubts.push('wider');
  }
  if (trimmedLines(after).some((line) => EXPORTS.test(line) && !kept.has(line) && change.isElsewhere(line))) {
    // It would stand twice.
    doubts.push('wider');
  }
  const isExample = (line: string): boolean => EXAMPLE.test(line.trim());
  if (
    addsExample(change.before, change.after, languageId) ||
    (after.some(isExample) && !before.some(isExample))
  ) {
    doubts.push('wider');
  }
  if (addsParagraph(change)) {
    doubts.push('wider');
  }
  // Overloads stand beside each other.
  if (namesDeclaredTwice(change.before) === 0 && namesDeclaredTwice(change.after) > 0) {
    // Two proposals to choose from, or the old code and the new one.
    doubts.push('wider');
  }
  const isUnbalanced = bracketBalance(before) !== bracketBalance(after);
  if (
    // Brackets of texts such as `1)` and `:)` don't come in pairs.
    !hasTrait(languageId, 'prose') &&
    (isUnbalanced || (endsWithWord(before) && depthChange(after) > 0))
  ) {
    doubts.push('unbalanced');
  }
  return doubts;
}

function hasOtherWords(before: readonly string[], after: readonly string[]): boolean {
  const [known, proposed] = [longWords(before.join('\n')), longWords(after.join('\n'))];
  return known.size >= MIN_WORDS && sharedShare(known, proposed) < MIN_SHARED;
}

/** Of the words of the smaller set, those that are in the other one too. */
function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / Math.min(one.size, other.size);
}

/** Whether a query reads from no table that was asked about. */
function hasOtherTables({ before, after, languageId }: LineChange): boolean {
  const [old, now] = [before, after].map(
    ({ lines }) =>
      new Set(
        [...lines.join('\n').matchAll(/\b(?:from|join|into|update)\s+([\p{L}\p{N}_.]+)/giu)].map(([, name]) =>
          name?.toLowerCase(),
        ),
      ),
  );
  return (
    hasTrait(languageId, 'queries') &&
    old !== undefined &&
    now !== undefined &&
    old.size > 0 &&
    now.size > 0 &&
    ![...old].some((table) => now.has(table))
  );
}

function longWords(text: string): ReadonlySet<string> {
  return new Set([...wordsOf(text)].filter((word) => word.length > 1));
}

/** Whether several lines were asked about, and none of them comes back, even changed. */
function hasNoLineOf(before: readonly string[], after: readonly string[]): boolean {
  const [telling, now] = [before, after].map((lines) => new Set(trimmedLines(lines).filter(tellsPlace)));
  if (telling === undefined || now === undefined || telling.size < MIN_TELLING_LINES) {
    return false;
  }
  const isKept = [...telling].some((line) => now.has(line));
  const [old, others] = [telling, now].map((lines) => [...lines].slice(0, MAX_COMPARED));
  return (
    !isKept && !old?.some((line) => others?.some((other) => other.includes(line) || isVersionOf(line, other)))
  );
}

/** Whether lines end with a word that closes a block. */
function endsWithWord(lines: readonly string[]): boolean {
  return /^(?:end|fi|done|esac)$/.test(lines.findLast((line) => line.trim() !== '')?.trim() ?? '');
}

/** Whether one statement of a language without known declarations was asked about, and another one follows. */
function addsParagraph({ before, after, languageId }: LineChange): boolean {
  const [old, now] = [before, after].map(({ lines }) => trimBlankEnds(lines).filter(isBlank).length);
  const isKnown = isKnownLanguage(languageId) && !hasTrait(languageId, 'queries');
  return !isKnown && before.lines.some((line) => !isBlank(line)) && old === 0 && now === 1;
}

function namesDeclaredTwice({ blocks }: Code): number {
  const names = outermost(blocks).map(({ name }) => name);
  return names.length - new Set(names).size;
}

/** Whether most words come back, and the last line begins as before: nothing was cut off, but written in fewer lines. */
function saysTheSame(before: readonly string[], after: readonly string[]): boolean {
  const [words, now] = [longWords(before.join('\n')), longWords(after.join('\n'))];
  const kept = [...words].filter((word) => now.has(word)).length;
  const [last, lastNow] = [before, after].map((lines) => {
    const text = lines.findLast((line) => tellsPlace(line.trim()))?.trim() ?? '';
    return /^\W*(\w+)/.exec(text)?.[1];
  });
  return kept >= words.size * MIN_SHARED_WORDS && last === lastNow;
}

/** Minimum share of the words of a text that another way to say it has. */
const MIN_SHARED_WORDS = 0.6;

function isMuchShorter(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [before, after].map(trimmedLines);
  if (old === undefined || now === undefined) {
    return false;
  }
  if (old.length > MAX_SHORT_LINES) {
    return now.length * 2 < old.length && !saysTheSame(before, after);
  }
  const [oldLength, newLength] = [old.join('').length, now.join('').length];
  return newLength * 2 < oldLength && oldLength - newLength >= MIN_LOST_CHARACTERS;
}
