import { lineCommentStart } from '../../code/commentSyntax.ts';
import { hasTrait } from '../../code/languages.ts';
import { indentOf } from '../indentation.ts';
import { bracketBalance } from './lineWorth.ts';

/*
 * The end of code: a comma in a list, a semicolon behind a statement, an operator or a backslash with which the next line
 * goes on. Models write what they would write if the code stood alone. What was replaced says what belongs there, and the
 * line below whether something goes on. Lists with their commas in front are the same, at the start.
 */

/** The last line of some lines that has code. */
interface End {
  readonly index: number;
  readonly head: string;
  /** With the blanks in front of it; empty if there is none. */
  readonly separator: string;
  /** Blanks and a comment. */
  readonly tail: string;
}

export interface EndPlace {
  readonly replaced: readonly string[];
  /** The lines with text above and below, or the rest of the line; empty if there is none. */
  readonly above: string;
  readonly below: string;
  /** Whether brackets are open that were opened above. */
  readonly isInBrackets: boolean;
  readonly languageId: string;
}

/** A separator, or what makes a statement go on in the next line. */
const SEPARATOR = /(?<!\s)\s*(?:;;|[,;]|(?:(?:&&|\|\|?)\s+)?\\|&&|\|\|?|\|>|(?<!\+)\+|&\s_)$/;
const ENTITY = /&#?[\p{L}\p{N}]{1,31};$/u;

/** Lines with which a statement goes on that a semicolon would end. */
const GOES_ON = /^(?:\??\.[\p{L}_$(]|->|[)\],]|&&|\|\||\|>|[?:+*/%=<>&|]{1,3}\s|=>)/u;

const SQL_GOES_ON =
  /^(?:from|where|group|order|having|limit|offset|union|intersect|except|(?:left|right|full|inner|cross|natural)?\s*(?:outer\s+)?join|on|and|or|values|set|returning|window|fetch|for\s+update|as|when|then|else|end)\b/i;

/** A key and its value, in an object or a type. */
export const ENTRY = /^['"]?[\p{L}_$][\p{L}\p{N}_$-]*['"]?\??\s*:/u;

/** What nothing ends with, but `i++`, `50%`, and `Vec<u8>`. */
const UNFINISHED = /(?:(?<!\+)\+|(?<!-)-|(?<!\d)%|[{([:=*/&|<,.\\]|[=\s-]>)$/;

const CLOSES_WITH_WORD = /(?:^|\s)(?:end|fi|done|esac)$/i;

/** Code with the separators at its ends that its place needs. */
export function withSameEnds(code: readonly string[], place: EndPlace): readonly string[] {
  if (hasTrait(place.languageId, 'prose')) {
    return code;
  }
  const whole = withSameStart(withBackslashes(code, place.replaced), place);
  const { replaced, languageId } = place;
  const [known, own] = [endOf(replaced, languageId), endOf(whole, languageId)];
  if (known === undefined || own === undefined || bracketBalance(replaced) !== bracketBalance(whole)) {
    return whole;
  }
  const separator = wantedEnd(whole, own, known, place);
  if (separator === own.separator) {
    return whole;
  }
  if (own.head.trim() === '') {
    return whole.toSpliced(own.index, 1);
  }
  // On a line of its own, as in a shell.
  return known.head.trim() === '' && separator !== ''
    ? whole.toSpliced(own.index + 1, 0, indentOf(own.head) + separator.trim())
    : whole.with(own.index, own.head + separator + own.tail);
}

/**
 * Whether code has its separators elsewhere than what it replaces, so that it can't be told what is right: commas at its
 * ends in a list with commas in front, a declaration in a list of variables, a macro without backslashes, an entry without
 * its dash, a statement in place of a value.
 */
export function hasOtherSeparators(
  code: readonly string[],
  { replaced, above, below, languageId }: EndPlace,
): boolean {
  const [known = '', first = ''] = [replaced[0], code[0]];
  const isLeading = /^\s*,/.test(known) && code.slice(0, -1).some((line) => line.trimEnd().endsWith(','));
  const declares = /^\s*(?:const|let|var|val)\s/;
  const declaresInList = above.endsWith(',') && declares.test(first) && !declares.test(known);
  const isMacro =
    isContinued(replaced) && code.length > 1 && !code.some((line) => line.trimEnd().endsWith('\\'));
  const lacksDash = DASH.test(known) && !DASH.test(first) && hasTrait(languageId, 'data');
  // With and without a value.
  const isTail =
    hasTrait(languageId, 'valueBlocks') &&
    code.length > 1 &&
    below.startsWith('}') &&
    endsWith(code, ';') &&
    !endsWith(replaced, ';');
  return isLeading || declaresInList || isMacro || lacksDash || isTail;
}

const DASH = /^\s*-\s/;

function endsWith(lines: readonly string[], mark: string): boolean {
  return (
    lines
      .findLast((line) => line.trim() !== '')
      ?.trimEnd()
      .endsWith(mark) === true
  );
}

/** A macro of C needs a backslash at the end of each line but the last. */
function withBackslashes(code: readonly string[], replaced: readonly string[]): readonly string[] {
  return isContinued(replaced) && !code.some((line) => line.trimEnd().endsWith('\\'))
    ? code.map((line, index) => (index < code.length - 1 ? `${line.trimEnd()} \\` : line))
    : code;
}

/** Whether all lines but the last one end with a backslash; a single line, too. */
function isContinued(lines: readonly string[]): boolean {
  const isLast = (index: number): boolean => index > 0 && index === lines.length - 1;
  return lines.length > 0 && lines.every((line, index) => line.endsWith('\\') || isLast(index));
}

/** A comma in front of the first line, if what was replaced has one. */
function withSameStart(code: readonly string[], { replaced, languageId }: EndPlace): readonly string[] {
  const [known = '', own = ''] = [replaced[0], code[0]];
  const comma = /^\s*(,\s*)/.exec(known)?.[1];
  const present = /^\s*(,\s*)/.exec(own)?.[1];
  if (hasTrait(languageId, 'noSeparators') || (comma === undefined) === (present === undefined)) {
    return code;
  }
  const text = own.trimStart();
  return code.with(0, indentOf(own) + (comma === undefined ? text.slice(present?.length) : comma + text));
}

function wantedEnd(code: readonly string[], own: End, known: End, place: EndPlace): string {
  const [wanted, present] = [known.separator.trim(), own.separator.trim()];
  const { below, isInBrackets, languageId } = place;
  const isText = hasTrait(languageId, 'noSeparators') && [wanted, present].some((mark) => /^[,;]/.test(mark));
  if (wanted === present || isText) {
    return own.separator;
  }
  const isUnfinished = UNFINISHED.test(own.head);
  if (wanted === '\\' && /^[,;]/.test(present)) {
    // Behind what ends the statement.
    return own.separator + known.separator;
  }
  if (isJoiner(wanted) || (isJoiner(present) && wanted !== '')) {
    return isUnfinished ? own.separator : known.separator;
  }
  if (isJoiner(present)) {
    return '';
  }
  if (wanted === '') {
    const isTooMany =
      below.startsWith(present) ||
      (present === ','
        ? // Else it makes a tuple.
          (!hasTrait(languageId, 'tuples') || isInBrackets || /^[)\]}]/.test(below)) &&
          !isArm(code, own, languageId)
        : goesOn(code, own, known, place));
    return isTooMany ? '' : own.separator;
  }
  if (wanted === ',') {
    const isList = !hasTrait(languageId, 'tuples') || isInBrackets;
    return isUnfinished || isArm(code, own, languageId) || !isList ? own.separator : known.separator;
  }
  const isStyle =
    wanted === ';' &&
    hasTrait(languageId, 'optionalSemicolons') &&
    code.some((line, index) => index < own.index && isBareStatement(line, code, languageId));
  return present === ',' || (endsStatement(code, own, languageId) && !isStyle)
    ? known.separator
    : own.separator;
}

/** Whether the next line goes on with what stands before. */
function isJoiner(separator: string): boolean {
  return separator !== '' && !/^[,;]/.test(separator);
}

/** Whether a line is a whole statement without a semicolon. */
function isBareStatement(line: string, code: readonly string[], languageId: string): boolean {
  const end = endOf([line], languageId);
  return (
    end?.separator === '' &&
    indentOf(line) === indentOf(code[0] ?? '') &&
    /^\s*[\p{L}_$([]/u.test(line) &&
    /[\p{L}\p{N}_)\]'"`]$/u.test(end.head) &&
    bracketBalance([line]) === 0
  );
}

/** Whether a semicolon at the end of code would end what goes on, or make another statement of it. */
function goesOn(
  code: readonly string[],
  own: End,
  known: End,
  { replaced, above, below, languageId }: EndPlace,
): boolean {
  if (GOES_ON.test(below) || (hasTrait(languageId, 'queries') && SQL_GOES_ON.test(below))) {
    return true;
  }
  const wasBlock = known.head.endsWith('}');
  if (own.head.endsWith('}') && wasBlock) {
    return !endsStatement(code, own, languageId);
  }
  if (wasBlock) {
    return false;
  }
  const isEntry = [known.head, code[0] ?? ''].every((line) => ENTRY.test(line.trim()));
  if (below.startsWith('}') && (hasTrait(languageId, 'valueBlocks') || above.endsWith(',') || isEntry)) {
    return true;
  }
  const ends = (lines: readonly string[]): number =>
    lines.filter((line) => endOf([line], languageId)?.separator === ';').length;
  return hasTrait(languageId, 'optionalSemicolons') && ends(code) === 1 && ends(replaced) === 0;
}

/** Whether a semicolon belongs behind code that has none at its end. */
function endsStatement(code: readonly string[], { index, head }: End, languageId: string): boolean {
  if (UNFINISHED.test(head) || CLOSES_WITH_WORD.test(head) || /^\s*[#@]/.test(head)) {
    return false;
  }
  if (!head.endsWith('}')) {
    return true;
  }
  const opener = openerOf(code, index).trim();
  return (
    (hasTrait(languageId, 'semicolonAfterType') &&
      /^(?:typedef\s+)?(?:class|struct|union|enum)\b/.test(opener)) ||
    (/^(?:return|throw|yield|[|&])|(?<![=!<>])=(?![=>])/.test(opener) &&
      !/^(?:if|else|for|while|switch|catch|function)\b/.test(opener))
  );
}

/** An arm with a block needs no comma. */
function isArm(code: readonly string[], { index, head }: End, languageId: string): boolean {
  return hasTrait(languageId, 'valueBlocks') && head.endsWith('}') && /=>\s*\{/.test(openerOf(code, index));
}

/** The line with the bracket that a line closes. */
function openerOf(code: readonly string[], index: number): string {
  let balance = 0;
  for (let at = index; at >= 0; at--) {
    balance += bracketBalance([code[at] ?? '']);
    if (balance >= 0) {
      return code[at] ?? '';
    }
  }
  return '';
}

function endOf(lines: readonly string[], languageId: string): End | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    const code = line.slice(0, commentAt(line, languageId)).trimEnd();
    if (code.trim() !== '') {
      const separator = ENTITY.test(code.slice(-34)) ? '' : (SEPARATOR.exec(code)?.[0] ?? '');
      const head = code.slice(0, code.length - separator.length);
      return { index, head, separator, tail: line.slice(code.length) };
    }
  }
  return undefined;
}

/** Where the comment of a line begins, or its end. */
function commentAt(line: string, languageId: string): number {
  const start = new RegExp(
    `["'\`]|(?<![^\\s;,{})\\]])(?:(?<comment>${lineCommentStart(languageId)})|<!--|\\/\\*)`,
    'gu',
  );
  // Of the quotes that begin no string, since none ends it.
  const open = new Set<string>();
  for (let match = start.exec(line); match !== null; match = start.exec(line)) {
    const [mark] = match;
    const from = match.index + mark.length;
    if (match.groups?.['comment'] !== undefined || mark === '<!--') {
      return match.index;
    }
    const isBlock = mark === '/*';
    const end = isBlock ? line.indexOf('*/', from) : open.has(mark) ? -1 : endOfString(line, match.index);
    if (isBlock && (end < 0 || line.slice(end + 2).trim() === '')) {
      return match.index;
    }
    if (end < 0) {
      open.add(mark);
    } else {
      start.lastIndex = end + 1;
    }
  }
  return line.length;
}

/** Index of the quote that ends a string; negative if there is none, or the first one is an apostrophe or of a lifetime. */
function endOfString(line: string, start: number): number {
  const quote = line[start];
  if (quote === "'" && /[\p{L}\p{N}_&<]/u.test(line[start - 1] ?? '')) {
    return start;
  }
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') {
      at++;
    } else if (line[at] === quote) {
      return at;
    }
  }
  return -1;
}
