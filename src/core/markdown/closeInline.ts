import { isInCjkText } from './cjkDelimiters.ts';
import { type ClosedPrefix, inlineAfter, PLACEHOLDER_WORD, withInline } from './closedPrefix.ts';
import { commentEnd, mayBecomeComment } from './comments.ts';
import { MARKUP_KEY } from './inlineTags.ts';
import type { MarkdownToken } from './markdownBlocks.ts';
import { isMathBlock, lengthOfMath } from './math.ts';

/** Inline content of the open paragraph that was closed in this step. */
interface ClosedInline {
  readonly prefix: ClosedPrefix;
  /** Where the closed content ends in the text. */
  readonly offset: number;
  /** Tokens of the paragraph without the placeholder for earlier closed content. */
  readonly tokens: MarkdownToken[];
  /** How many of the paragraph's inline tokens were closed in this step. */
  readonly tokenCount: number;
}

/**
 * Closes more inline content of a text that is one open paragraph.
 * @param text starts with the placeholder if some content is already closed
 * @param tokens of the text
 */
export function closeInline(
  text: string,
  tokens: readonly MarkdownToken[],
  before: ClosedPrefix | undefined,
  parse: (text: string) => readonly MarkdownToken[],
  minChars?: number,
): ClosedInline | undefined {
  const content = text.trim();
  // Link definitions may precede the paragraph, which is then not the whole text.
  if (!isParagraph(tokens) || tokens[1]?.content !== content) {
    return undefined;
  }
  const placeholder = before?.placeholder ?? '';
  const length = closedPrefixLength(content, minChars);
  if (length <= placeholder.length) {
    return undefined;
  }
  const offset = text.indexOf(content) + length;
  const [closed, rest] = [parse(text.slice(0, offset)), parse(PLACEHOLDER_WORD + text.slice(offset))];
  if (!isParagraph(closed) || !isParagraph(rest)) {
    return undefined;
  }
  const closedTokens = inlineAfter(placeholder, closed[1]);
  const prefix = {
    blockType: tokens[0]?.type,
    placeholder: PLACEHOLDER_WORD,
    source: (before?.source ?? '') + text.slice(placeholder.length, offset),
    isLoose: undefined,
    codeBlockCount: 0,
    emptyCellCount: 0,
  };
  return {
    prefix,
    offset,
    tokens: withInline(tokens, [...closedTokens, ...inlineAfter(PLACEHOLDER_WORD, rest[1])]),
    tokenCount: closedTokens.length,
  };
}

/** Whether the last of several blocks is a paragraph with inline content that could be closed. */
export function hasClosableInline(tokens: readonly MarkdownToken[], minChars?: number): boolean {
  const [opening, inline] = tokens.slice(-3);
  const isLast = tokens.length > 3 && opening?.type === 'paragraph_open' && opening.level === 0;
  return isLast && inline !== undefined && closedPrefixLength(inline.content, minChars) > 0;
}

function isParagraph(tokens: readonly MarkdownToken[]): boolean {
  return tokens.length === 3 && tokens[0]?.type === 'paragraph_open';
}

/**
 * Minimum length of closed inline content, in UTF-16 units. Parsing a shorter paragraph again with each piece costs
 * less than splitting it.
 */
const MIN_CLOSED_CHARS = 1000;

/** A character that no thematic break and no heading underline has. */
const LETTER = /[\p{L}<]/u;
/** A line within a part that may become the first line of a formula or a comment and so end the paragraph. */
const BLOCK_LINE = /\n[ \t]*(?:(?:\$\$|\\\[)(?!\s*$)|<!--)/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const PLAIN_TEXT = /[^ \n\\`*_~[<:$]+/y;
const DELIMITER_RUN = /([*_~`])\1*/y;
/** Also at the end of the text, where it may be unfinished. With the spaces and the line end that may belong to it. */
const LINE_BREAK = /<br ?\/?(?:>[ \t]*(?:\n[ \t]*)?|$)/iy;
const PAIRED_TAG = /<\/?(?:kbd|sub|sup)>/iy;
/** A line that may still start details. */
const UNFINISHED_DETAILS = /<details(?: [^>\n]*|(?: open)?>[ \t]*(?:<[^>\n]*)?)$/iy;
const AUTOLINK = /<[^\s<>]*>/y;
const URL_REST = /:\/\/[^ \n]*/y;
/** A link in its usual form, with a destination and an optional title, or brackets that can't become a link. */
const LINK_OR_BRACKETS = /\[([^\\<[\]]*)\](?:\(([^\s()]*(?: "[^"\n]*")?)\)|(?![([])(?=.))/suy;

/**
 * The end of the part of an open paragraph that no later text can change: it ends before a space, and everything
 * opened in it is closed in it. Anything doubtful counts as open.
 * @param text as the parser has it: lines without the markers of the containing block
 * @param minChars minimum length to report
 * @returns the length of that part, 0 if there is none
 */
export function closedPrefixLength(text: string, minChars = MIN_CLOSED_CHARS): number {
  const end = text.length > minChars && !isMathBlock(text) ? scanInline(text).end : 0;
  return end >= minChars ? end : 0;
}

/**
 * Returns the last space before which everything is closed, and whether everything is closed at the end of the text.
 */
function scanInline(text: string): { end: number; isClosed: boolean } {
  const open: string[] = [];
  // A line with a letter can't be a thematic break or a heading underline; a line without `|` can't be a table
  // header.
  let hasLetter = false;
  let hasBar = false;
  let isAfterSpace = false;
  let end = 0;
  for (let at = 0; at < text.length; ) {
    const isAtSpace = text[at] === ' ' || text[at] === '\n';
    if (isAtSpace && open.length === 0 && hasLetter && !hasBar && !isAfterSpace) {
      end = at;
    }
    const length = isAtSpace ? 1 : lengthOfPart(text, at, open);
    const part = text.slice(at, at + length);
    if (length === 0 || BLOCK_LINE.test(part)) {
      return { end, isClosed: false };
    }
    const lastLineEnd = part.lastIndexOf('\n');
    // What is before a comment decides whether a line ends in spaces, and what is after it whether it is text.
    isAfterSpace = part.endsWith('-->') || isSpace(part.at(-1) ?? '');
    const currentLine = part.slice(lastLineEnd + 1);
    hasLetter = (hasLetter && lastLineEnd < 0) || LETTER.test(currentLine);
    hasBar = (hasBar && lastLineEnd < 0) || currentLine.includes('|');
    at += length;
  }
  return { end, isClosed: open.length === 0 };
}

/** Length of the inline construct at `at`; 0 if later text could turn it into something else. */
function lengthOfPart(text: string, at: number, open: string[]): number {
  switch (text[at]) {
    case '\\':
    case '$':
      return lengthOfMath(text, at);
    case '`':
      return lengthOfCodeSpan(text, at);
    case '*':
    case '_':
    case '~':
      return lengthOfDelimiters(text, at, open);
    case '[':
      return lengthOfLink(text, at);
    case '<':
      return lengthOfTag(text, at, open);
    case ':':
      return lengthOfUrl(matchAt(URL_REST, text, at), 0);
    default:
      return matchAt(PLAIN_TEXT, text, at).length;
  }
}

function lengthOfCodeSpan(text: string, at: number): number {
  const backticks = matchAt(DELIMITER_RUN, text, at);
  const close = new RegExp(`(?<!\`)${backticks}(?!\`)`, 'g');
  close.lastIndex = at + backticks.length;
  const isClosed = close.test(text);
  // At the very end of the text, more backticks may follow.
  return isClosed && close.lastIndex < text.length ? close.lastIndex - at : 0;
}

/** Length of a delimiter run; 0 if it is not yet certain whether it opens or closes emphasis (CommonMark, 6.2). */
function lengthOfDelimiters(text: string, at: number, open: string[]): number {
  const run = matchAt(DELIMITER_RUN, text, at);
  const [before = ' ', after = ''] = [text[at - 1], text[at + run.length]];
  const hasUnusualSpace = [before, after].some((each) => isSpace(each) && each !== ' ' && each !== '\n');
  if (after === '' || hasUnusualSpace || (run.startsWith('~') && run.length > 2)) {
    return 0;
  }
  const isInWord = run.startsWith('_') && WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
  if (run === '~' || isInWord || (isSpace(before) && isSpace(after))) {
    return run.length;
  }
  if (!run.startsWith('_') && isInCjkText(text, at, at + run.length)) {
    // It closes what is open or, if nothing is, opens.
    if (open.length > 0 && open.at(-1) !== run) {
      return 0;
    }
    if (open.pop() === undefined) {
      open.push(run);
    }
    return run.length;
  }
  const isBetweenPunctuation = PUNCTUATION.test(before) && PUNCTUATION.test(after);
  const canOpen = isSpace(before) || (PUNCTUATION.test(before) && WORD_CHARACTER.test(after));
  const canClose = isSpace(after) || (WORD_CHARACTER.test(before) && PUNCTUATION.test(after));
  if (canOpen) {
    open.push(run);
    return run.length;
  }
  if ((canClose || isBetweenPunctuation) && open.at(-1) === run) {
    open.pop();
    return run.length;
  }
  return canClose && open.length === 0 ? run.length : 0;
}

function lengthOfLink(text: string, at: number): number {
  LINK_OR_BRACKETS.lastIndex = at;
  const [whole = '', linkText = '', destination = ''] = LINK_OR_BRACKETS.exec(text) ?? [];
  // Brackets at the start of a paragraph, followed by a colon, are a link definition.
  const isDefinition = at === 0 && text[whole.length] === ':';
  return !isDefinition && hasNoDelimiters(destination) && scanInline(`(${linkText})`).isClosed
    ? whole.length
    : 0;
}

/** Length of a comment, a tag or a link in angle brackets, or of the bracket if it opens nothing. */
function lengthOfTag(text: string, at: number, open: string[]): number {
  const comment = commentEnd(text, at);
  if (comment >= 0) {
    // At the very end of the text, words may follow, between which it is text.
    return comment < text.length ? comment - at : 0;
  }
  if (mayBecomeComment(text, at) || matchAt(UNFINISHED_DETAILS, text, at) !== '') {
    return 0;
  }
  const markupKey = matchAt(MARKUP_KEY, text, at);
  if (markupKey !== '') {
    return markupKey.length;
  }
  const lineBreak = matchAt(LINE_BREAK, text, at);
  if (lineBreak !== '') {
    return at + lineBreak.length < text.length ? lineBreak.length : 0;
  }
  const tag = matchAt(PAIRED_TAG, text, at).toLowerCase();
  if (tag === '') {
    return lengthOfUrl(matchAt(AUTOLINK, text, at).slice(1, -1), 2);
  }
  if (!tag.startsWith('</')) {
    open.push(tag);
  } else if (open.length > 0 && open.pop() !== tag.replace('/', '')) {
    return 0;
  }
  return tag.length;
}

/** @param delimiterChars length of the delimiters around the URL */
function lengthOfUrl(url: string, delimiterChars: number): number {
  return url === '' ? 1 : hasNoDelimiters(url) ? url.length + delimiterChars : 0;
}

/** Whether a text has nothing that could open or close inline markup. */
function hasNoDelimiters(text: string): boolean {
  return !/[\\`*~<>[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(text);
}

function isSpace(character: string): boolean {
  return /^\s$/.test(character);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
