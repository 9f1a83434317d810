import type { StateBlock, StateInline } from 'markdown-it';
import { lineOf, MIN_CODE_INDENT, relativeIndentOf } from './blockLines.ts';

/** Maximum length of a formula, in UTF-16 units. A longer one is text: typesetting it could block the panel. */
const MAX_FORMULA_CHARS = 4000;

/** What starts at a delimiter. */
interface FoundMath {
  /** Length of the formula with its delimiters, in UTF-16 units; 0 if there is none. */
  length: number;
  /** Text after this offset can't change that. */
  decidedAt: number;
}

const OPENING = /\$\$?(?!\$)|\\[([]/y;
/** A delimiter and the character after it, which decides whether it is one. */
const MAX_OPENING_CHARS = 3;

/**
 * The rest of a formula by its opening delimiter: up to the closing delimiter, another opening one, or a backtick, which
 * code needs and formulas don't. So each search ends at the next delimiter, and many of them cost linear time.
 */
const CONTENT: Readonly<Record<string, RegExp>> = {
  $: /(?:[^$\\`]|\\[\s\S])*/y,
  $$: /(?:[^$\\`]|\\[\s\S]|\$(?!\$))*/y,
  '\\(': /(?:[^\\`]|\\[^()])*/y,
  '\\[': /(?:[^\\`]|\\[^[\]])*/y,
};
const CLOSING: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** A letter or digit before or after a `$` outside the formula. Chinese and Japanese need no space there. */
const TOUCHING = /^[A-Za-z\d$]/;
/** What may follow a formula without a space: `$n$th`. */
const SUFFIX = /^(?:th|st|nd|rd|s)(?![A-Za-z\d$])/;
const MAX_SUFFIX_CHARS = 3;
/** Shell variables before a command, `$PATH:$(npm bin)`: a formula doesn't end with these. */
const SEPARATOR_AT_END = /[:/=,;|.&-]$/;
/** Nothing, or what stands between delimiters that a text is about: `\( and \)`, `$$ and $$.` */
const BETWEEN = /^[\s\\,;:.?!'"/]*(?:(?:and|or)[\s,;:.?!]*)?$/;
/** In escaped brackets: `\[1\]`, `\[x\]`, `\[options\]`. */
const ONE_WORD = /^[\p{L}\p{N}.-]+$/u;
/** Words on one line, one of which is no variable. */
const PROSE = /^(?=.*\p{L}{2})(?=[ \t]*[,;:.]|.*\p{L}[ \t,;:.]+\p{L})[\p{L} \t,;:.]+$/u;
/** Prices such as `5 and 10`. A formula has no word right after its first number. */
const MONEY = /^\d\S*\s+\p{L}{2}/u;

const LINE_END = /[ \t]*(?:\n[ \t]*)?/y;

/** The `info` of the line end right after a display formula, which needs no line break after it if it is drawn. */
const AFTER_DISPLAY = 'after-display';

/**
 * Reads the formula that starts at a `$` or a backslash of inline content. `$` also stands for money, variables and
 * templates: so the next `$` must close the formula, without a space inside, and no letter or digit outside may touch
 * it.
 */
export function findMath(text: string, at: number): FoundMath {
  const markup = matchAt(OPENING, text, at);
  const [content, closing] = [CONTENT[markup], CLOSING[markup]];
  const isTouched = markup.startsWith('$') && TOUCHING.test(text[at - 1] ?? '');
  if (content === undefined || closing === undefined || isTouched) {
    return { length: 0, decidedAt: at + MAX_OPENING_CHARS };
  }
  const begin = at + markup.length;
  const formula = matchAt(content, text, begin);
  const rest = begin + formula.length;
  if (formula.length > MAX_FORMULA_CHARS || (markup === '$' && /^\s/.test(formula))) {
    return { length: 0, decidedAt: begin + 1 };
  }
  const end = rest + closing.length;
  const after = text.slice(end, end + MAX_SUFFIX_CHARS);
  const isClosed = text.startsWith(closing, rest) && isFormula(markup, formula, text[at - 1] ?? '', after);
  return { length: isClosed ? end - at : 0, decidedAt: end + MAX_SUFFIX_CHARS };
}

/** @param before and `after`: characters next to the delimiters */
function isFormula(markup: string, formula: string, before: string, after: string): boolean {
  switch (markup) {
    case '$':
      return (
        !/^[\s\\]*$|\s$/.test(formula) &&
        !MONEY.test(formula) &&
        (!TOUCHING.test(after) || SUFFIX.test(after)) &&
        !after.startsWith('{') &&
        !(after.startsWith('(') && (formula.startsWith('(') || SEPARATOR_AT_END.test(formula)))
      );
    case '$$':
      return !TOUCHING.test(after) && !/^[({]/.test(after) && !BETWEEN.test(formula) && !PROSE.test(formula);
    case '\\[':
      // Otherwise the brackets are escaped in order not to be a link.
      return (
        !after.startsWith('(') && !TOUCHING.test(before) && !BETWEEN.test(formula) && !ONE_WORD.test(formula)
      );
    default:
      return !BETWEEN.test(formula);
  }
}

/**
 * Length of the part of inline content that starts at a `$` or a backslash: of a formula, or of characters that belong
 * to none. Returns 0 if later text could change that.
 */
export function lengthOfMath(text: string, at: number): number {
  const { length, decidedAt } = findMath(text, at);
  if (decidedAt > text.length) {
    return 0;
  }
  if (length === 0) {
    return text[at] === '\\' ? 2 : 1;
  }
  const end = at + length + lineEndAfter(text, at, length).length;
  return end < text.length ? end - at : 0;
}

/** The spaces after a display formula, with the line end that follows them. */
function lineEndAfter(text: string, at: number, length: number): string {
  return isDisplay(text, at) ? matchAt(LINE_END, text, at + length) : '';
}

/** Whether the formula at `at` stands on lines of its own. */
function isDisplay(text: string, at: number): boolean {
  return text.startsWith('$$', at) || text.startsWith('\\[', at);
}

/** A line that opens a formula of several lines, at the start of a block. */
const BLOCK_OPENING = /^(\$\$|\\\[)[ \t]*(?:\n|$)/;

/** Whether the inline content of a paragraph is lines of a formula, in which nothing else is read until its end. */
export function isMathBlock(text: string): boolean {
  return BLOCK_OPENING.test(text);
}

/** Inline rule: a formula becomes a token of type `math`. Its content is the source with the delimiters. */
export function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const { length } = findMath(src, pos);
  if (length > 0 && pos + length <= posMax) {
    const lineEnd = lineEndAfter(src, pos, length);
    const hasLineEnd = lineEnd.includes('\n') && pos + length + lineEnd.length <= posMax;
    if (!silent) {
      state.push('math', '', 0).content = src.slice(pos, pos + length);
      if (hasLineEnd) {
        state.push('softbreak', 'br', 0).info = AFTER_DISPLAY;
      }
    }
    state.pos += length + (hasLineEnd ? lineEnd.length : 0);
    return true;
  }
  // A block of mathematics that is not closed or too long is text as it came.
  if (pos === 0 && isMathBlock(src)) {
    state.pending += src;
    state.pos = posMax;
    return true;
  }
  return false;
}

/**
 * Block rule: the lines of a formula after a `$$` or `\[` on a line of its own are a paragraph, whatever they start
 * with. It ends with a line that has the closing delimiter at its end. A blank line or a code block ends it anyway.
 */
export function mathBlockRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const [, markup = ''] = BLOCK_OPENING.exec(lineOf(state, startLine)) ?? [];
  const closing = CLOSING[markup];
  if (closing === undefined || relativeIndentOf(state, startLine) >= MIN_CODE_INDENT) {
    return false;
  }
  if (silent) {
    return true;
  }
  let line = startLine + 1;
  for (let isClosed = false; line < endLine && !isClosed && !endsBlock(state, line); line++) {
    isClosed = lineOf(state, line).trimEnd().endsWith(closing);
  }
  const map: [number, number] = [startLine, line];
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = map;
  const token = state.push('inline', '', 0);
  token.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  token.map = map;
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

function endsBlock(state: StateBlock, line: number): boolean {
  return (
    state.isEmpty(line) || relativeIndentOf(state, line) < 0 || /^(?:`{3}|~{3})/.test(lineOf(state, line))
  );
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
