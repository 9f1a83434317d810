import { balanceOf, openBrackets } from '../../code/codeLine.ts';
import { linesOf } from '../textRange.ts';

/*
 * What stands beside a range within a line. Models repeat it, as a whole or the part next to the range: the key of a value,
 * the quotes of a text, the operand in front.
 */

/** What stands on the first and the last line beside a range. */
export interface RestOfLine {
  readonly before: string;
  readonly after: string;
}

/** What a quote or a bracket that opens ends with. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '(': ')',
  '[': ']',
  '{': '}',
};

/** Characters beside a range that are compared. */
const MAX_BESIDE = 300;

/**
 * For a range within a line: the code as whole lines, if it repeats what stands beside the range. `coversMore` if it
 * repeats only one side.
 */
export function wholeLine(
  { before, after }: RestOfLine,
  asked: string,
  code: readonly string[],
): readonly string[] | 'coversMore' | undefined {
  const [head, tail] = [before.trim(), after.trim()];
  const [first, last] = [(code[0] ?? '').trim(), (code.at(-1) ?? '').trim()];
  const hasHead = head !== '' && first.startsWith(head) && !asked.trim().startsWith(head);
  const hasTail = tail !== '' && last.endsWith(tail) && !asked.trim().endsWith(tail);
  const tellsHead = hasHead && hasWord(head);
  const tellsTail = hasTail && hasWord(tail);
  if (!tellsHead && !tellsTail) {
    return undefined;
  }
  if ((hasHead || head === '') && (hasTail || tail === '')) {
    return code;
  }
  if (hasHead && !hasWord(tail)) {
    const whole = [...code.slice(0, -1), `${(code.at(-1) ?? '').trimEnd()}${after}`];
    // Such as a semicolon, or the bracket of a call that goes on.
    return balanceOf(whole.join('\n')) === balanceOf(before + asked + after) ? whole : code;
  }
  return 'coversMore';
}

/**
 * Code without what it repeats of the rest of the line next to the range.
 * @returns undefined if it repeats nothing; the code as it is if it can't be told whether it does, as in `[[1, 2]]`
 */
export function withoutRest(
  { before, after }: RestOfLine,
  asked: string,
  code: readonly string[],
): readonly string[] | undefined {
  const text = code.join('\n').trim();
  if (before.trim() === '-' && text.startsWith('- ')) {
    return linesOf(text.replace(/^(?:- | {2})/gm, ''));
  }
  const [head, tail] = [repeatedHead(before, asked, text), repeatedTail(after, asked, text)];
  const opener = unclosed(head);
  const closer = CLOSERS[opener];
  if (closer === undefined) {
    const inner = text.slice(head.length, text.length - tail.length).trim();
    const isRepeated = hasWord(head) || tail !== '' || OPERATOR.test(head);
    const isUncertain = addsArgument(before, after, asked, text) || leavesString(before, asked, text);
    return isRepeated ? linesOf(inner) : isUncertain ? code : undefined;
  }
  // The key with what encloses the value, or only that.
  const isEnclosed =
    after.trimStart().startsWith(closer) && text.length > head.length && text.endsWith(closer);
  if (!isEnclosed) {
    return hasWord(head) || (opener === '[' && text.endsWith(']')) ? code : undefined;
  }
  const inner = text.slice(head.length, -1);
  const isQuote = opener === closer;
  const { unopened, unclosed: open } = openBrackets(inner);
  const isSeveral = !isQuote && unopened + open > 0;
  const isList = hasComma(asked) || /[${]$/.test(before.trimEnd());
  if (isSeveral || !(isQuote || hasWord(head) || isList)) {
    return undefined;
  }
  const isObject = opener === '{' && /^\s*[\p{L}\p{N}_$'"-]+\s*:|^\s*\.\.\./u.test(inner);
  return isObject && !hasWord(head) ? code : linesOf(inner);
}

/** What can't stand twice. */
const OPERATOR = /^(?:[:=,|?]|&&|\|\||=>|->|:=)\s*$/;

/** Whether an argument or an item was asked about, and code has several, perhaps those behind it too. */
function addsArgument(before: string, after: string, asked: string, text: string): boolean {
  return (
    /^\s*,/.test(after) && /[([{,]\s*$/.test(before) && !hasComma(asked) && hasComma(text.replace(/,$/, ''))
  );
}

/** Whether a part of a string was asked about, and code has its quote, or is of several lines. */
function leavesString(before: string, asked: string, text: string): boolean {
  const quote = unclosed(before);
  const isCode = quote === '`' && before.lastIndexOf('${') > before.lastIndexOf('}');
  const isString = CLOSERS[quote] === quote && !isCode;
  return (
    isString &&
    !asked.includes(quote) &&
    (text.includes(quote) || /\n/.test(text) || /^(?:const|let|var|return)\s.*;$/.test(text))
  );
}

/** The quote or bracket that a text opens last and does not close; empty if there is none. */
function unclosed(text: string): string {
  const open: string[] = [];
  for (const character of text) {
    readCharacter(open, character);
  }
  return open.at(-1) ?? '';
}

/** Whether a comma stands outside of all brackets and quotes. */
function hasComma(text: string): boolean {
  const open: string[] = [];
  for (const character of text) {
    if (character === ',' && open.length === 0) {
      return true;
    }
    readCharacter(open, character);
  }
  return false;
}

/** @param open the quotes and brackets that are open in front of a character */
function readCharacter(open: string[], character: string): void {
  const last = open.at(-1) ?? '';
  if (CLOSERS[last] === character) {
    open.pop();
  } else if (CLOSERS[character] !== undefined && CLOSERS[last] !== last) {
    open.push(character);
  }
}

/** The longest end of what stands before a range with which the code begins, from the start of a word on. */
function repeatedHead(before: string, asked: string, text: string): string {
  const start = Math.max(0, before.length - MAX_BESIDE);
  for (let at = start; at < before.length; at++) {
    const end = before.slice(at).trimEnd();
    const isInWord = /[\p{L}\p{N}_]/u.test(before[at - 1] ?? '') && /[\p{L}\p{N}_]/u.test(end[0] ?? '');
    const isWhole = /[\p{L}\p{N}_]$/u.test(end) ? !/^[\p{L}\p{N}_]/u.test(text.slice(end.length)) : true;
    const isClosed = openBrackets(end).unopened === 0;
    const isBlank = end === '' || /^\s/.test(end);
    if (
      !isBlank &&
      !isInWord &&
      isWhole &&
      isClosed &&
      text.startsWith(end) &&
      (!asked.trimStart().startsWith(end) || text.startsWith(end + end))
    ) {
      return end;
    }
  }
  return '';
}

/** The longest start of what stands behind a range with which the code ends, up to the end of a word. */
function repeatedTail(after: string, asked: string, text: string): string {
  const rest = after.trim();
  if (/^(?:[:{]|=> ?\{)$/.test(rest) && text.endsWith(rest) && !asked.trimEnd().endsWith(rest)) {
    // What follows is the body.
    return rest;
  }
  for (let length = Math.min(after.length, MAX_BESIDE); length > 0; length--) {
    const start = after.slice(0, length).trimStart();
    const isInWord = /[\p{L}\p{N}_]$/u.test(start) && /^[\p{L}\p{N}_]/u.test(after.slice(length));
    const isOperator = /^[^\p{L}\p{N}_)\]}'"`;,]/u.test(start);
    if (
      isOperator &&
      hasWord(start) &&
      !isInWord &&
      isPaired(start) &&
      !/\s$/.test(start) &&
      text.endsWith(start) &&
      !asked.trimEnd().endsWith(start)
    ) {
      return start;
    }
  }
  return '';
}

function isPaired(text: string): boolean {
  const quotes = ['"', "'", '`'].every((quote) => text.split(quote).length % 2 === 1);
  return quotes && balanceOf(text) === 0;
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}_]{2,}/u.test(text);
}
