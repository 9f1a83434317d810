import { lineCommentStart } from './commentSyntax.ts';
import { hasTrait, perLanguage } from './languages.ts';

/*
 * How the code of a line ends: what stands in front of its separator, the separator, and blanks and a comment. What the
 * next line says of it, and what needs one.
 */

export interface LineEnd {
  readonly head: string;
  /** With the blanks in front of it; empty if there is none. */
  readonly separator: string;
  /** Blanks and a comment. */
  readonly tail: string;
}

/** A separator, or what makes a statement go on in the next line. */
const SEPARATOR = /(?<!\s)\s*(?:;;|[,;]|(?:(?:&&|\|\|?)\s+)?\\|&&|\|\|?|\|>|(?<!\+)\+|&\s_)$/;
const ENTITY = /&#?[\p{L}\p{N}]{1,31};$/u;

/** Lines with which a statement goes on that a semicolon would end. */
const GOES_ON = /^(?:\??\.[\p{L}_$(]|->|[)\],]|&&|\|\||\|>|[?:+*/%=<>&|]{1,3}\s|=>)/u;

const SQL_GOES_ON =
  /^(?:from|where|group|order|having|limit|offset|union|intersect|except|(?:left|right|full|inner|cross|natural)?\s*(?:outer\s+)?join|on|and|or|values|set|returning|window|fetch|for\s+update|as|when|then|else|end)\b/i;

/** A key and its value, in an object or a type. */
const ENTRY = /^['"]?[\p{L}_$][\p{L}\p{N}_$-]*['"]?\??\s*:/u;

/** What nothing ends with, but `i++`, `50%`, and `Vec<u8>`. */
const UNFINISHED = /(?:(?<!\+)\+|(?<!-)-|(?<!\d)%|[{([:=*/&|<,.\\]|[=\s-]>)$/;

/** The end of the code of a line; `undefined` if it has no code. */
export function lineEndOf(line: string, languageId: string): LineEnd | undefined {
  const code = line.slice(0, commentAt(line, languageId)).trimEnd();
  if (code.trim() === '') {
    return undefined;
  }
  const separator = ENTITY.test(code.slice(-34)) ? '' : (SEPARATOR.exec(code)?.[0] ?? '');
  return { head: code.slice(0, code.length - separator.length), separator, tail: line.slice(code.length) };
}

/** Whether a separator ends something: with all others, the next line goes on with what stands before. */
export function endsItem(separator: string): boolean {
  return separator.startsWith(',') || separator.startsWith(';');
}

/** The comma with which a line begins, and the blanks behind it. */
export function commaInFront(line: string): string | undefined {
  return /^\s*(,\s*)/.exec(line)?.[1];
}

/** Whether something must follow a text. */
export function isUnfinished(head: string): boolean {
  return UNFINISHED.test(head);
}

/** Whether a statement that a semicolon would end goes on with a trimmed line. */
export function goesOnWith(trimmed: string, languageId: string): boolean {
  return GOES_ON.test(trimmed) || (hasTrait(languageId, 'queries') && SQL_GOES_ON.test(trimmed));
}

/** Whether a trimmed line is a key and its value, in an object or a type. */
export function isKeyed(trimmed: string): boolean {
  return ENTRY.test(trimmed);
}

/** Whether a trimmed line gives a value to a new name, as `x := 1` does in Go. */
export function isAssigned(trimmed: string): boolean {
  return /^[^:]*:=/.test(trimmed);
}

/** Whether a trimmed line declares a variable. */
export function declaresVariable(trimmed: string): boolean {
  return /^(?:const|let|var|val)\s/.test(trimmed);
}

/** Whether a trimmed line, apart from what stands behind its code, can be a whole statement. */
export function isStatement(trimmed: string, head: string): boolean {
  return /^[\p{L}_$([]/u.test(trimmed) && /[\p{L}\p{N}_)\]'"`]$/u.test(head);
}

/** Whether a semicolon belongs behind the brace of what a trimmed line opens. */
export function opensStatement(trimmed: string, languageId: string): boolean {
  return (
    (hasTrait(languageId, 'semicolonAfterType') &&
      /^(?:typedef\s+)?(?:class|struct|union|enum)\b/.test(trimmed)) ||
    (/^(?:return|throw|yield|[|&])|(?<![=!<>])=(?![=>])/.test(trimmed) &&
      !/^(?:if|else|for|while|switch|catch|function)\b/.test(trimmed))
  );
}

/** Whether a line opens an arm with a block, which needs no comma. */
export function opensArm(line: string, languageId: string): boolean {
  return hasTrait(languageId, 'valueBlocks') && /=>\s*\{/.test(line);
}

/** What begins a comment or a string. Comments first: in Visual Basic, a quote begins one. */
const startFor = perLanguage(
  (languageId) =>
    new RegExp(`(?<![^\\s;,{})\\]])(?:(?<comment>${lineCommentStart(languageId)})|<!--|\\/\\*)|["'\`]`, 'gu'),
);

/** Where the comment of a line begins, or its end. */
function commentAt(line: string, languageId: string): number {
  const start = startFor(languageId);
  start.lastIndex = 0;
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
