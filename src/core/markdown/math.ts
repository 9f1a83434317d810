import type { StateBlock, StateInline } from 'markdown-it';
import { isIndentedAsCode, lineOf, relativeIndentOf } from './blockLines.ts';
import { commentEnd } from './comments.ts';

/** Maximum length of a formula, in UTF-16 units. A longer one is text: typesetting it could block the panel. */
const MAX_FORMULA_CHARS = 4000;

const OPENING = /\$\$?(?!\$)|\\[([]/y;

/**
 * The rest of a formula by its opening delimiter: up to the closing delimiter, another opening one, or a backtick, which
 * code needs and formulas don't. So each search ends at the next delimiter, and many of them cost linear time.
 */
const CONTENT: Readonly<Record<string, RegExp>> = {
  $: /(?:[^$\\`]|\\[^`])*/y,
  $$: /(?:[^$\\`]|\\[^`]|\$(?!\$))*/y,
  '\\(': /(?:[^\\`]|\\[^()`])*/y,
  '\\[': /(?:[^\\`]|\\[^[\]`])*/y,
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
 * Length of the formula that starts at a `$` or a backslash of inline content, with its delimiters, in UTF-16 units; 0 if
 * there is none. `$` also stands for money, variables and templates: so the next `$` must close the formula, without a
 * space inside, and no letter or digit outside may touch it.
 */
export function lengthOfFormula(text: string, at: number): number {
  const markup = matchAt(OPENING, text, at);
  const [content, closing] = [CONTENT[markup], CLOSING[markup]];
  const isTouched = markup.startsWith('$') && TOUCHING.test(text[at - 1] ?? '');
  if (content === undefined || closing === undefined || isTouched) {
    return 0;
  }
  const begin = at + markup.length;
  const formula = matchAt(content, text.slice(0, begin + MAX_FORMULA_CHARS + 1), begin);
  const rest = begin + formula.length;
  if (formula.length > MAX_FORMULA_CHARS || (markup === '$' && /^\s/.test(formula))) {
    return 0;
  }
  const end = rest + closing.length;
  const after = text.slice(end, end + MAX_SUFFIX_CHARS);
  const isClosed = text.startsWith(closing, rest) && isFormula(markup, formula, text[at - 1] ?? '', after);
  return isClosed ? end - at : 0;
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

/** The spaces after a display formula, with the line end that follows them. */
function lineEndAfter(text: string, at: number, length: number): string {
  return isDisplay(text, at) ? matchAt(LINE_END, text, at + length) : '';
}

/** Whether the formula at `at` stands on lines of its own. */
function isDisplay(text: string, at: number): boolean {
  return text.startsWith('$$', at) || text.startsWith('\\[', at);
}

/** A line with nothing but the delimiter that opens a formula of several lines. */
const LONE_OPENING = /^(?:\$\$|\\\[)[ \t]*(?:\n|$)/;
/** The start of a line that may open a formula of several lines. */
const LINES_OPENING = /\$\$(?!\$)|\\\[/y;

/** Whether the inline content of a paragraph is lines of a formula, in which nothing else is read until its end. */
function isMathBlock(text: string): boolean {
  return LONE_OPENING.test(text);
}

/** Inline rule: a formula becomes a token of type `math`. Its content is the source with the delimiters. */
export function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const length = lengthOfFormula(src, pos);
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
 * Block rule: the lines of a formula that starts a line are a paragraph, whatever they start with. It ends with a line
 * that has the closing delimiter at its end. After an opening delimiter on a line of its own, a blank line or a code
 * block ends it anyway. After one with text on its line, there must be a closing one: else it is no formula.
 */
export function mathBlockRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const first = lineOf(state, startLine);
  const markup = matchAt(LINES_OPENING, first, 0);
  if (markup === '' || isIndentedAsCode(state, startLine)) {
    return false;
  }
  const end = LONE_OPENING.test(first)
    ? loneMathEnd(state, startLine, endLine, markup)
    : mathLinesEnd(state, startLine, endLine, markup);
  if (end === undefined || (silent && isInMath(state, startLine, markup))) {
    return false;
  }
  if (silent) {
    return true;
  }
  const map: [number, number] = [startLine, end];
  state.line = end;
  state.push('paragraph_open', 'p', 1).map = map;
  const token = state.push('inline', '', 0);
  token.content = textOfLines(state, startLine, end);
  token.map = map;
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** The line after the formula, or what may be one, whose opening delimiter is alone on its line. */
function loneMathEnd(state: StateBlock, startLine: number, endLine: number, markup: string): number {
  const closing = CLOSING[markup] ?? '';
  let line = startLine + 1;
  for (let isClosed = false; line < endLine && !isClosed && !endsBlock(state, line); line++) {
    isClosed = lineOf(state, line).trimEnd().endsWith(closing);
  }
  return line;
}

/** The line after the formula whose opening delimiter has text on its line; `undefined` if there is none. */
function mathLinesEnd(
  state: StateBlock,
  startLine: number,
  endLine: number,
  markup: string,
): number | undefined {
  const first = lineOf(state, startLine);
  let length = first.length;
  if (isLastLine(first.slice(markup.length), markup)) {
    return undefined;
  }
  for (let line = startLine + 1; line < endLine && !endsBlock(state, line); line++) {
    const content = lineOf(state, line);
    length += content.length;
    if (length > MAX_FORMULA_CHARS) {
      return undefined;
    }
    if (isLastLine(content, markup)) {
      const text = textOfLines(state, startLine, line + 1);
      return lengthOfFormula(text, 0) === text.length ? line + 1 : undefined;
    }
  }
  return undefined;
}

/** A line that may start something else of several lines. No formula has such a line. */
const OTHER_LINES = /^(?:\$\$|\\\[|<!--|<details)|`/i;

/** Whether a formula can't go on after this line: it ends here, or is none. So each search ends at the next delimiter. */
function isLastLine(line: string, markup: string): boolean {
  return line.includes(CLOSING[markup] ?? '') || OTHER_LINES.test(line);
}

/** Whether more text could turn the lines from `at`, the start of a line, into a formula. */
export function mayBecomeMathLines(text: string, at: number): boolean {
  const markup = matchAt(LINES_OPENING, text, at);
  if (markup === '' || text.length > at + MAX_FORMULA_CHARS + 2 * markup.length) {
    return false;
  }
  const [first = '', ...others] = text.slice(at + markup.length).split('\n');
  const complete = others.slice(0, -1);
  return (
    !LONE_OPENING.test(markup + first) &&
    !isLastLine(first, markup) &&
    others.every((line) => !isLastLine(line.trimStart(), markup) && !/^\s*~{3}/.test(line)) &&
    complete.every((line) => line.trim() !== '')
  );
}

/** Lines that start with the closing delimiter of a formula within a paragraph. */
const closingLinesByState = new WeakMap<StateBlock, Set<number>>();

/** Whether the delimiter that a line starts with closes a formula in the paragraph that is being read. */
function isInMath(state: StateBlock, line: number, markup: string): boolean {
  if (state.parentType !== 'paragraph' || markup !== CLOSING[markup]) {
    return false;
  }
  const closingLines = closingLinesByState.get(state) ?? new Set();
  closingLinesByState.set(state, closingLines);
  // From the last of these lines on, so that a long paragraph is not read from its start each time.
  let start = line - 1;
  while (start > state.line && !closingLines.has(start)) {
    start--;
  }
  const before = textOfLines(state, start, line);
  const text = `${before}\n${lineOf(state, line)}`;
  const isClosing = isMathAcross(text, closingLines.has(start) ? markup.length : 0, before.length);
  if (isClosing) {
    closingLines.add(line);
  }
  return isClosing;
}

/** What can open a formula, or hides it. Code needs no search: no formula has a backtick. */
const OPENING_OR_COMMENT = /[$\\]|<!--/g;

/** Whether one of the formulas in inline content from `start` on continues over the offset `at`. */
function isMathAcross(text: string, start: number, at: number): boolean {
  const pattern = new RegExp(OPENING_OR_COMMENT);
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match !== null && match.index < at; match = pattern.exec(text)) {
    const { 0: whole, index } = match;
    const length = whole === '<!--' ? 0 : lengthOfFormula(text, index);
    if (index + length > at) {
      return true;
    }
    const end = whole === '<!--' ? commentEnd(text, index) : index + (length || (whole === '$' ? 1 : 2));
    pattern.lastIndex = Math.max(pattern.lastIndex, end);
  }
  return false;
}

function textOfLines(state: StateBlock, start: number, end: number): string {
  return state.getLines(start, end, state.blkIndent, false).trim();
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
