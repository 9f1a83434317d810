import { outermost } from '../../code/blocks.ts';
import { type CodeLine, readLines, textsOf, wordsOf } from '../../code/codeLine.ts';
import { isExampleHeading } from '../../code/commentSyntax.ts';
import { tablesIn } from '../../code/declarations.ts';
import type { BlockFile } from '../../code/fileOfBlock.ts';
import { hasTrait, isKnownLanguage } from '../../code/languages.ts';
import type { Code } from '../../code/readCode.ts';
import { linesOf } from '../textRange.ts';
import { addsCompanion } from './companions.ts';
import { hasElision } from './elision.ts';
import { type LineChange, leavesOut } from './leavesOut.ts';
import { bracketBalance, depthChange, isVersionOf, trimBlankEnds, trimmedLines } from './lineWorth.ts';
import { addsExample, standsForLines } from './newComments.ts';
import { isRedacted } from './redactedText.ts';

/*
 * Why code is shown in a review first, or refused. Two files say so: `planReplacement.ts` what follows from how code was
 * placed, and this one what is unusual in the result, with what finds most of it. `DocumentWriter.write` adds whether the file is protected and what the
 * user has set, and writes directly only what has no reason for a review. In particular, none of these leaves a document
 * unseen:
 *
 * - a declaration, unless its body comes back under another name, a line with nothing new in its place but for a statement
 *   of a function, an entry or a field, and what a declaration that stays has above it and in front (`leavesOut.ts`);
 * - lines in whose place the code has a comment;
 * - three or more lines that tell a place, if none of them comes back.
 *
 * And nothing is written unseen that can't stand there, or only accompanies the code (`companions.ts`).
 */

/** Why a replacement is shown before it is applied. */
export type ReviewReason =
  /** The document changed since, and both changes were merged. */
  | 'merged'
  /** The document changed since, in the same lines. */
  | 'conflict'
  /** What was applied is taken back, and has been edited since. */
  | 'editedSince'
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
  /** Nothing was asked about: the place was found by what the code declares and repeats. */
  | 'named'
  /** Which commas, or other separators, belong at the ends of the code can't be told. */
  | 'separators'
  | 'otherLanguage'
  /** The code has few words of what it replaces, or no line of several. */
  | 'unlike'
  /** The code opens or closes brackets that what it replaces doesn't. */
  | 'unbalanced'
  /** The reply names another file for the code. */
  | 'otherFile'
  /** Nothing of the file was sent with the question. */
  | 'unseenFile'
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
  /** Nothing was asked about, and where the code belongs can't be told. */
  | 'noPlace'
  /** The code is a patch for other lines, or for another version of them. */
  | 'patchDoesNotMatch'
  /** The code is a patch that deletes the file. */
  | 'deletesFile';

export interface ProposedCode {
  /** With any line ends. */
  readonly code: string;
  /** Info string of the fence. */
  readonly info: string;
  /** The file that the block names, or the text right above it. */
  readonly file?: BlockFile;
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

/** For Replace Selection and Insert at Cursor, whose edits are known. */
export function reviewReasonsFor(change: {
  readonly languageId: string;
  /** The text that is replaced; empty for an insertion. */
  readonly before: string;
  readonly proposed: ProposedCode;
}): ReviewReason[] {
  const [before, code] = [change.before, change.proposed.code].map((text) =>
    readLines(linesOf(text), change.languageId),
  );
  return before === undefined || code === undefined
    ? []
    : reasonsForLines({ ...change, before, code, after: code });
}

/** Reasons that hold for code in a place where nothing is replaced, and which nobody looks at when it is inserted. */
export function reasonsAtPlace(code: readonly CodeLine[], { isIncomplete }: ProposedCode): ReviewReason[] {
  const isComment = code.every(({ isBlank, comment }) => isBlank || comment === 'alone');
  const isElided = hasElision(code, []) || (!isComment && standsForLines([], code));
  return [...(isElided ? (['elided'] as const) : []), ...(isIncomplete ? (['incomplete'] as const) : [])];
}

/** Reasons that hold for all changes, also those for which the user selected what is replaced. */
export function reasonsForLines({
  before,
  code,
  after,
  proposed,
}: {
  readonly before: readonly CodeLine[];
  /** What the reply says. */
  readonly code: readonly CodeLine[];
  /** What takes the place of `before`. */
  readonly after: readonly CodeLine[];
  readonly proposed: ProposedCode;
}): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (before.some(({ isBlank }) => !isBlank)) {
    if (hasElision(code, before) || standsForLines(before, after)) {
      reasons.push('elided');
    }
    if (isMuchShorter(before, after)) {
      reasons.push('shorter');
    }
    if (proposed.isIncomplete) {
      reasons.push('incomplete');
    }
  }
  if (after.some(({ text }) => isRedacted(text) && !before.some((line) => line.text === text))) {
    reasons.push('redacted');
  }
  return reasons;
}

/** What is unusual in a version of some lines: the code could be an example, output, or for another place. */
export function doubtsAbout(change: LineChange): ReviewReason[] {
  const { isInFunction } = change;
  const { languageId } = change.after;
  const [before, after] = [change.before.lines, change.after.lines];
  const declaresFunction = ({ lines, blocks: [first] }: Code): boolean => {
    return first?.isUnique === true && lines[first.start]?.isVariable === false && first.end === lines.length;
  };
  const doubts: ReviewReason[] = [];
  if (hasOtherWords(change.before, change.after) || hasNoLineOf(before, after) || hasOtherTables(change)) {
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
  if (after.some(({ isImport }) => isImport) && !before.some(({ isImport }) => isImport)) {
    doubts.push('wider');
  }
  if (isInFunction && declaresFunction(change.after) && !declaresFunction(change.before)) {
    // In place of statements: it is for another place.
    doubts.push('wider');
  }
  if (addsCompanion(change)) {
    doubts.push('wider');
  }
  if (after.some((line) => line.is('once') && !kept.has(line.trimmed) && change.isElsewhere(line.trimmed))) {
    // It would stand twice.
    doubts.push('wider');
  }
  const isExample = ({ trimmed }: CodeLine): boolean => isExampleHeading(trimmed);
  if (addsExample(change.before, change.after) || (after.some(isExample) && !before.some(isExample))) {
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
    (isUnbalanced || losesBraces(before, after) || (endsWithClosingWord(before) && depthChange(after) > 0))
  ) {
    doubts.push('unbalanced');
  }
  return doubts;
}

function hasOtherWords(before: Code, after: Code): boolean {
  const [known, proposed] = [longWords(before.texts), longWords(after.texts)];
  return known.size >= MIN_WORDS && sharedShare(known, proposed) < MIN_SHARED;
}

/** Of the words of the smaller set, those that are in the other one too. */
function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / Math.min(one.size, other.size);
}

/** Whether a query reads from no table that was asked about. */
function hasOtherTables({ before, after }: LineChange): boolean {
  const [old, now] = [before, after].map(({ texts }) => tablesIn(texts.join('\n')));
  return (
    hasTrait(after.languageId, 'queries') &&
    old !== undefined &&
    now !== undefined &&
    old.size > 0 &&
    now.size > 0 &&
    ![...old].some((table) => now.has(table))
  );
}

function longWords(lines: readonly string[]): ReadonlySet<string> {
  return new Set([...wordsOf(lines.join('\n'))].filter((word) => word.length > 1));
}

/** Whether several lines were asked about, and none of them comes back, even changed. */
function hasNoLineOf(before: readonly CodeLine[], after: readonly CodeLine[]): boolean {
  const [telling, now] = [before, after].map(
    (lines) => new Map(lines.filter(({ tellsPlace }) => tellsPlace).map((line) => [line.trimmed, line])),
  );
  if (telling === undefined || now === undefined || telling.size < MIN_TELLING_LINES) {
    return false;
  }
  const isKept = [...telling.keys()].some((line) => now.has(line));
  const [old, others] = [telling, now].map((lines) => [...lines.values()].slice(0, MAX_COMPARED));
  return (
    !isKept &&
    !old?.some((line) =>
      others?.some((other) => other.trimmed.includes(line.trimmed) || isVersionOf(line, other)),
    )
  );
}

/** Whether a block was asked about from its brace on, and its statements come back without braces. */
function losesBraces(before: readonly CodeLine[], after: readonly CodeLine[]): boolean {
  const [first, now] = [before, after].map((lines) => lines.find(({ isBlank }) => !isBlank));
  return first?.trimmed === '{' && now?.trimmed.startsWith('{') === false && !now.is('goesOn');
}

/** Whether lines end with a word that closes a block. */
function endsWithClosingWord(lines: readonly CodeLine[]): boolean {
  return lines.findLast(({ isBlank }) => !isBlank)?.is('closingWord') === true;
}

/** Whether one statement of a language without known declarations was asked about, and another one follows. */
function addsParagraph({ before, after }: LineChange): boolean {
  const { languageId } = after;
  const [old, now] = [before, after].map(
    ({ lines }) => trimBlankEnds(lines).filter(({ isBlank }) => isBlank).length,
  );
  const isKnown = isKnownLanguage(languageId) && !hasTrait(languageId, 'queries');
  return !isKnown && before.lines.some(({ isBlank }) => !isBlank) && old === 0 && now === 1;
}

function namesDeclaredTwice({ blocks }: Code): number {
  const names = outermost(blocks).map(({ name }) => name);
  return names.length - new Set(names).size;
}

/** Whether most words come back, and the last line begins as before: nothing was cut off, but written in fewer lines. */
function saysTheSame(before: readonly CodeLine[], after: readonly CodeLine[]): boolean {
  const [words, now] = [longWords(textsOf(before)), longWords(textsOf(after))];
  const kept = [...words].filter((word) => now.has(word)).length;
  const [last, lastNow] = [before, after].map(
    (lines) => lines.findLast(({ tellsPlace }) => tellsPlace)?.wordsAndNumbers[0],
  );
  return kept >= words.size * MIN_SHARED_WORDS && last === lastNow;
}

/** Minimum share of the words of a text that another way to say it has. */
const MIN_SHARED_WORDS = 0.6;

function isMuchShorter(before: readonly CodeLine[], after: readonly CodeLine[]): boolean {
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
