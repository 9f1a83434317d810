import { type ClosedPrefix, inlineAfter, PLACEHOLDER_WORD, withInline } from './closedPrefix.ts';
import type { MarkdownToken } from './markdownBlocks.ts';

/** Words that are closed now, beside those that were: where they end in the text, and the tokens of them and the others. */
interface ClosedInline {
  readonly prefix: ClosedPrefix;
  readonly offset: number;
  /** Of the paragraph, without what stands for words that were closed before. */
  readonly tokens: MarkdownToken[];
  /** How many of the tokens in its words are of such as are closed now. */
  readonly tokenCount: number;
}

/**
 * Closes words of a text that is one open paragraph, beside those that are closed already.
 * @param text with a word in the place of those
 * @param tokens of the text
 * @param parse makes tokens of a text
 */
export function closeInline(
  text: string,
  tokens: readonly MarkdownToken[],
  before: ClosedPrefix | undefined,
  parse: (text: string) => readonly MarkdownToken[],
  minChars?: number,
): ClosedInline | undefined {
  const content = text.trim();
  // With definitions before it, the paragraph would be less than the text.
  if (!isParagraph(tokens) || tokens[1]?.content !== content) {
    return undefined;
  }
  const standIn = before?.placeholder ?? '';
  const length = closedPrefixLength(content, minChars);
  if (length <= standIn.length) {
    return undefined;
  }
  const offset = text.indexOf(content) + length;
  const [closed, rest] = [parse(text.slice(0, offset)), parse(PLACEHOLDER_WORD + text.slice(offset))];
  if (!isParagraph(closed) || !isParagraph(rest)) {
    return undefined;
  }
  const words = inlineAfter(standIn, closed[1]);
  const prefix = {
    blockType: tokens[0]?.type,
    placeholder: PLACEHOLDER_WORD,
    source: (before?.source ?? '') + text.slice(standIn.length, offset),
    isLoose: undefined,
    codeBlockCount: 0,
    emptyCellCount: 0,
  };
  return {
    prefix,
    offset,
    tokens: withInline(tokens, [...words, ...inlineAfter(PLACEHOLDER_WORD, rest[1])]),
    tokenCount: words.length,
  };
}

/** Whether the last of several blocks is a paragraph with words that could be closed. */
export function hasClosableInline(tokens: readonly MarkdownToken[], minChars?: number): boolean {
  const [opening, words] = tokens.slice(-3);
  const isLast = tokens.length > 3 && opening?.type === 'paragraph_open' && opening.level === 0;
  return isLast && words !== undefined && closedPrefixLength(words.content, minChars) > 0;
}

function isParagraph(tokens: readonly MarkdownToken[]): boolean {
  return tokens.length === 3 && tokens[0]?.type === 'paragraph_open';
}

/** Shorter ones are read again with each piece: that is less work than to take them apart. Characters. */
const MIN_CLOSED_CHARS = 1000;

const LETTER = /\p{L}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const PLAIN_TEXT = /[^ \n\\`*_~[<:]+/y;
const DELIMITER_RUN = /([*_~`])\1*/y;
const AUTOLINK = /<[^\s<>]*>/y;
const URL_REST = /:\/\/[^ \n]*/y;
/** A link as nearly all are written: its words, and where it leads, with or without a title; or no link at all. */
const LINK_OR_BRACKETS = /\[([^\\<[\]]*)\](?:\(([^\s()]*(?: "[^"\n]*")?)\)|(?![([])(?=.))/suy;

/**
 * Where in the words of an open paragraph those end that nothing after them changes any more: before a space, with
 * all that was begun before it ended before it. What is not plainly so counts as open.
 * @param text as the parser has it: lines without the marks of the block that they are in
 * @param minChars that is worth it
 * @returns the length of that beginning, 0 for none
 */
export function closedPrefixLength(text: string, minChars = MIN_CLOSED_CHARS): number {
  const end = text.length > minChars ? scanInline(text).end : 0;
  return end >= minChars ? end : 0;
}

/** The last space in the text before which all is closed, and whether all is at its end. */
function scanInline(text: string): { end: number; isClosed: boolean } {
  const open: string[] = [];
  // A line with a letter is no rule or underline, one without a bar no head of a table.
  let hasLetter = false;
  let hasBar = false;
  let end = 0;
  for (let at = 0; at < text.length; ) {
    const isAtSpace = text[at] === ' ' || text[at] === '\n';
    if (isAtSpace && open.length === 0 && hasLetter && !hasBar && !isSpace(text[at - 1] ?? '')) {
      end = at;
    }
    const length = isAtSpace ? 1 : lengthOfPart(text, at, open);
    if (length === 0) {
      return { end, isClosed: false };
    }
    const part = text.slice(at, at + length);
    const endOfLine = part.lastIndexOf('\n');
    const own = part.slice(endOfLine + 1);
    hasLetter = (hasLetter && endOfLine < 0) || LETTER.test(own);
    hasBar = (hasBar && endOfLine < 0) || own.includes('|');
    at += length;
  }
  return { end, isClosed: open.length === 0 };
}

/** Of what stands at a place and is read as one; 0 where something else may become of it. */
function lengthOfPart(text: string, at: number, open: string[]): number {
  switch (text[at]) {
    case '\\':
      return at + 1 < text.length ? 2 : 0;
    case '`':
      return lengthOfCodeSpan(text, at);
    case '*':
    case '_':
    case '~':
      return lengthOfDelimiters(text, at, open);
    case '[':
      return lengthOfLink(text, at);
    case '<':
      return lengthOfUrl(matchAt(AUTOLINK, text, at).slice(1, -1), 2);
    case ':':
      return lengthOfUrl(matchAt(URL_REST, text, at), 0);
    default:
      return matchAt(PLAIN_TEXT, text, at).length;
  }
}

function lengthOfCodeSpan(text: string, at: number): number {
  const marks = matchAt(DELIMITER_RUN, text, at);
  const close = new RegExp(`(?<!\`)${marks}(?!\`)`, 'g');
  close.lastIndex = at + marks.length;
  const isClosed = close.test(text);
  // At the very end more marks may follow.
  return isClosed && close.lastIndex < text.length ? close.lastIndex - at : 0;
}

/** Emphasis, where there is no doubt which marks begin it and which end it (CommonMark, 6.2). */
function lengthOfDelimiters(text: string, at: number, open: string[]): number {
  const run = matchAt(DELIMITER_RUN, text, at);
  const [before = ' ', after = ''] = [text[at - 1], text[at + run.length]];
  const isStrange = [before, after].some((each) => isSpace(each) && each !== ' ' && each !== '\n');
  if (after === '' || isStrange || (run.startsWith('~') && run.length > 2)) {
    return 0;
  }
  const isInWord = run.startsWith('_') && WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
  if (run === '~' || isInWord || (isSpace(before) && isSpace(after))) {
    return run.length;
  }
  const isBetweenMarks = PUNCTUATION.test(before) && PUNCTUATION.test(after);
  const begins = isSpace(before) || (PUNCTUATION.test(before) && WORD_CHARACTER.test(after));
  const ends = isSpace(after) || (WORD_CHARACTER.test(before) && PUNCTUATION.test(after));
  if (begins) {
    open.push(run);
    return run.length;
  }
  if ((ends || isBetweenMarks) && open.at(-1) === run) {
    open.pop();
    return run.length;
  }
  return ends && open.length === 0 ? run.length : 0;
}

function lengthOfLink(text: string, at: number): number {
  LINK_OR_BRACKETS.lastIndex = at;
  const [whole = '', words = '', address = ''] = LINK_OR_BRACKETS.exec(text) ?? [];
  // With a colon after them they are a definition, at the beginning of a paragraph.
  const isDefinition = at === 0 && text[whole.length] === ':';
  return !isDefinition && hasNoDelimiters(address) && scanInline(`(${words})`).isClosed ? whole.length : 0;
}

/** @param around characters beside those of the address */
function lengthOfUrl(address: string, around: number): number {
  return address === '' ? 1 : hasNoDelimiters(address) ? address.length + around : 0;
}

/** Whether there is nothing in a text that might begin or end something. */
function hasNoDelimiters(text: string): boolean {
  return !/[\\`*~<>[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(text);
}

function isSpace(character: string): boolean {
  return /^\s$/.test(character);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
