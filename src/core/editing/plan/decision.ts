import { isKeyword } from '../../attachments/namesInCode.ts';
import { COMMENT_START } from '../../code/commentSyntax.ts';
import { hasTrait } from '../../code/languages.ts';
import { linesOf } from '../textRange.ts';
import { commentsAbove } from './commentsAbove.ts';
import { isVariable, namedBlocks, outermost, parents } from './declarations.ts';
import { hasElision } from './elision.ts';
import { isImport } from './imports.ts';
import { bracketBalance, depthChange, isVersionOf, tellsPlace, trimmedLines, wordsOf } from './lineWorth.ts';
import { addsExample, standsForLines } from './newComments.ts';
import { isRedacted } from './redactedText.ts';

/*
 * Why code is shown in a review first, or refused. `DocumentWriter.write` adds whether the file is protected and what the
 * user has set, and writes directly only what has no reason for a review. In particular, none of these leaves a document
 * unseen:
 *
 * - a declaration, unless it comes back under another name;
 * - lines in whose place the code has a comment;
 * - a comment or an attribute of a declaration that stays;
 * - three or more lines that tell a place, if none of them comes back.
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
  /** The code covers more than what was asked about. */
  | 'wider'
  /** The code covers only a part of what was asked about. */
  | 'narrower'
  /** The code is for other lines than those asked about. */
  | 'elsewhere'
  | 'otherLanguage'
  /** The code has few words of what it replaces, or no line of several. */
  | 'unlike'
  /** The code opens or closes brackets that what it replaces doesn't. */
  | 'unbalanced'
  /** The reply names another file for the code. */
  | 'otherFile'
  /** The code was a patch. */
  | 'patch'
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
  | 'patchDoesNotMatch';

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

/** Tables have columns of the same names and types. */
const TABLE = /^(?:temp\w*\s+)?table\s/i;

/** Fewer words say nothing: a getter and a setter of one field have its name in common. */
const MIN_SAME_WORDS = 2;

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

/** Lines and what takes their place. */
interface LineChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly languageId: string;
  /** Whether they are lines of a function, whose variables nothing else uses. */
  readonly isInFunction: boolean;
}

/** What is unusual in a version of some lines: the code could be an example, output, or for another place. */
export function doubtsAbout(change: LineChange): ReviewReason[] {
  const { before, after, languageId, isInFunction } = change;
  const declaresFunction = (lines: readonly string[]): boolean => {
    const [first] = namedBlocks(lines, languageId);
    return first?.isUnique === true && !isVariable(lines[first.start] ?? '') && first.end === lines.length;
  };
  const doubts: ReviewReason[] = [];
  if (hasOtherWords(before, after) || hasNoLineOf(before, after)) {
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
  if (isInFunction && declaresFunction(after) && !declaresFunction(before)) {
    // In place of statements: it is for another place.
    doubts.push('wider');
  }
  const isExample = (line: string): boolean => EXAMPLE.test(line.trim());
  if (addsExample(before, after, languageId) || (after.some(isExample) && !before.some(isExample))) {
    doubts.push('wider');
  }
  if (namesDeclaredTwice(after, languageId) > namesDeclaredTwice(before, languageId)) {
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

/** Whether a declaration or an entry goes, or the comments and attributes of a declaration that stays. */
function leavesOut({ before, after, languageId, isInFunction }: LineChange): boolean {
  const [old, now] = [before, after].map((lines) => declarationsOf(lines, languageId, isInFunction));
  const gone: Declaration[] = [];
  const added = Map.groupBy(now ?? [], ({ name }) => name);
  for (const declaration of old ?? []) {
    const same = added.get(declaration.name)?.shift();
    if (same === undefined) {
      gone.push(declaration);
    } else if (declaration.comments.some((kind) => !same.comments.includes(kind))) {
      return true;
    }
  }
  return !areRenamed(gone, [...added.values()].flat()) || leavesEntryOut(before, after);
}

interface Declaration {
  readonly name: string;
  /** Kinds of comments above and below the first line, and of attributes. */
  readonly comments: readonly string[];
  readonly lines: () => readonly string[];
}

/** All but variables of functions. */
function declarationsOf(lines: readonly string[], languageId: string, isInFunction: boolean): Declaration[] {
  const blocks = namedBlocks(lines, languageId);
  const parentOf = parents(blocks);
  return blocks.flatMap((block) => {
    const { name, start, end } = block;
    const parent = parentOf.get(block);
    const isLocal = parent === undefined ? isInFunction : !parent.hasMembers;
    if (isLocal && isVariable(lines[start] ?? '')) {
      return [];
    }
    const kinds = [...commentsAbove(lines, start).kinds];
    const hasDocstring = /^(?:"""|''')/.test(lines[start + 1]?.trim() ?? '');
    const comments = hasDocstring ? [...kinds, 'docstring'] : kinds;
    return { name, comments, lines: () => lines.slice(start, end) };
  });
}

/**
 * Whether each has become a declaration with another name and the same body, or the only one another that ends alike and
 * has its words. Without its body, one like it is more often another one.
 */
function areRenamed(gone: readonly Declaration[], added: readonly Declaration[]): boolean {
  if (gone.some(({ name }) => TABLE.test(name))) {
    return false;
  }
  const bodies = added.map((each) => new Set(bodyOf(each)));
  const [one, other] = [gone[0], added[0]];
  return (
    gone.every((each) => {
      const body = bodyOf(each);
      return body.length > 0 && bodies.some((lines) => body.every((line) => lines.has(line)));
    }) ||
    (one !== undefined &&
      other !== undefined &&
      gone.length + added.length === 2 &&
      endAlike(one, other) &&
      haveSameWords(one, other))
  );
}

function bodyOf({ lines }: Declaration): readonly string[] {
  return trimmedLines(lines().slice(1)).filter(tellsPlace);
}

/** Whether what they do last, such as to return something, is the same or a version of it. One line says nothing. */
function endAlike(one: Declaration, other: Declaration): boolean {
  const [last, otherLast] = [bodyOf(one).at(-1), bodyOf(other).at(-1)];
  return last === undefined || otherLast === undefined || last === otherLast || isVersionOf(last, otherLast);
}

/**
 * Whether two declarations have most of their words in common. Keywords don't count, nor types, which begin with a capital
 * letter, nor what the declarations are named after, as in `getName` and `setName`.
 */
function haveSameWords(one: Declaration, other: Declaration): boolean {
  const own = new Set([one, other].flatMap(({ name }) => partsOfName(name)));
  const [words, others] = [one, other].map(({ lines }) => {
    const all =
      lines()
        .join('\n')
        .match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? [];
    return new Set(
      all.filter(
        (word) =>
          !isKeyword(word) && !/^\p{Lu}/u.test(word) && partsOfName(word).some((part) => !own.has(part)),
      ),
    );
  });
  return (
    words !== undefined &&
    others !== undefined &&
    [...words].filter((word) => others.has(word)).length >= MIN_SAME_WORDS &&
    sharedShare(words, others) >= MIN_SHARED
  );
}

/** Such as "get" and "name" of `getName` and `get_name`, in lower case. */
function partsOfName(name: string): readonly string[] {
  return (
    name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Of the words of the smaller set, those that are in the other one too. */
function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / Math.min(one.size, other.size);
}

/** Such as a member of an enumeration, a property, an export, or one of several selectors. */
const ENTRY = /^(?:['"]?([\p{L}_$][\p{L}\p{N}_$-]*)['"]?\s*(?:[:=]\s*\S.*)?|([.#][^:;{}()]*)),$/u;

/** A row of a table, or an item of a list. */
const ITEM = /^(?:\||[-*+]\s|\d+[.)]\s|<(?:li|tr|option|dt|dd)\b)/;

function leavesEntryOut(before: readonly string[], after: readonly string[]): boolean {
  const [lines, now] = [trimmedLines(before), trimmedLines(after)];
  const words = wordsOf(after.join('\n'));
  const selectors = new Set(now.map((line) => line.replace(/(?<!\s)\s*[,{]$/, '')));
  const isGone = lines.some((line, index) => {
    // The last one has no comma.
    const isLast = !line.endsWith(',') && ENTRY.test(lines[index - 1] ?? '');
    const [, name, selector] = ENTRY.exec(isLast ? `${line},` : line) ?? [];
    return (
      (name !== undefined && !words.has(name.toLowerCase())) ||
      (selector !== undefined && !selectors.has(selector))
    );
  });
  const items = lines.filter((line) => ITEM.test(line)).length;
  return isGone || (items > 1 && now.filter((line) => ITEM.test(line)).length < items);
}

/** Whether lines end with a word that closes a block. */
function endsWithWord(lines: readonly string[]): boolean {
  return /^(?:end|fi|done|esac)$/.test(lines.findLast((line) => line.trim() !== '')?.trim() ?? '');
}

function namesDeclaredTwice(lines: readonly string[], languageId: string): number {
  const names = outermost(namedBlocks(lines, languageId)).map(({ name }) => name);
  return names.length - new Set(names).size;
}

function isMuchShorter(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [before, after].map(trimmedLines);
  if (old === undefined || now === undefined) {
    return false;
  }
  if (old.length > MAX_SHORT_LINES) {
    return now.length * 2 < old.length;
  }
  const [oldLength, newLength] = [old.join('').length, now.join('').length];
  return newLength * 2 < oldLength && oldLength - newLength >= MIN_LOST_CHARACTERS;
}
