import type { StateBlock } from 'markdown-it';
import { parseInfoString } from '../code/infoString.ts';
import {
  isIndentedAsCode,
  lineOf,
  MIN_CODE_INDENT,
  type MidLine,
  relativeIndentOf,
  startOfLine,
} from './blockLines.ts';
import { FenceTracker } from './fenceTracker.ts';

/** A fence with its info string. That of backticks has none in it. */
const OPENING = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;

const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Of a fence behind text: one without a language is rather what a text about fences ends with. */
const LANGUAGE = /^[A-Za-z\d][\w+#.-]{0,19}$/;
/** Maximum length of the info string of such a fence, in UTF-16 code units. */
const MAX_INFO_CHARS = 200;
/**
 * How text ends right before a fence: in a colon, or as a sentence or a parenthesis does. Emphasis may end there too. With a
 * space between them, it is rather a text about fences.
 */
const TEXT_BEFORE_FENCE = /[:：.。!！?？…)）\]】」』][*_]{0,3}$/;

/**
 * Block rule for a fenced code block (CommonMark, 4.5). Where text follows the closing fence, the rest of that line
 * starts the next block.
 */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = lineOf(state, startLine);
  if (isIndentedAsCode(state, startLine) || !OPENING.test(opening)) {
    return false;
  }
  if (!silent) {
    readCode(state, startLine, endLine, opening);
  }
  return true;
}

/**
 * Block rule for a line of text that a fence ends. The text is a block of its own, and the fence is read as if it started
 * the line.
 */
export function fenceBehindTextRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const line = lineOf(state, startLine);
  const at = fenceBehindText(line);
  if (at < 0 || isIndentedAsCode(state, startLine)) {
    return false;
  }
  if (!silent) {
    const offset = startOfLine(state, startLine) + at;
    const lineEnd = state.eMarks[startLine] ?? offset;
    state.eMarks[startLine] = offset;
    state.md.block.tokenize(state, startLine, startLine + 1);
    state.eMarks[startLine] = lineEnd;
    readCode(state, startLine, endLine, line.slice(at), offset);
  }
  return true;
}

/** Offset of a fence with a language that ends a line of text; -1 if there is none. A line with a pipe may be one of a table. */
function fenceBehindText(line: string): number {
  const at = line.indexOf('```');
  const text = line.slice(0, Math.max(0, at));
  if (!TEXT_BEFORE_FENCE.test(text) || text.includes('|') || line.length - at > MAX_INFO_CHARS) {
    return -1;
  }
  const info = parseInfoString(OPENING.exec(line.slice(at))?.[2]?.trim() ?? '');
  return info.text === '' && LANGUAGE.test(info.language) ? at : -1;
}

/**
 * Reads the code and its closing fence.
 * @param opening the fence with its info string
 * @param at offset of a fence behind text
 */
function readCode(state: StateBlock, startLine: number, endLine: number, opening: string, at?: number): void {
  const [, backticks, backtickInfo = '', tildes = '', tildeInfo = ''] = OPENING.exec(opening) ?? [];
  const [markup, info] = [backticks ?? tildes, backtickInfo || tildeInfo];
  // Whoever writes a fence behind text in a list may forget the indentation of the code, or of its end.
  const isOutside = at !== undefined && hasLeftItem(state, startLine + 1, endLine);
  const minIndent = isOutside ? 0 : state.blkIndent;
  const openingIndent = at === undefined ? (state.sCount[startLine] ?? 0) : minIndent;
  const indentOf = (each: number): number => (state.sCount[each] ?? 0) - minIndent;
  const tracker = new FenceTracker(markup, info.trim());
  let end: number | undefined;
  let line = startLine + 1;
  while (line < endLine && end === undefined) {
    const text = ' '.repeat(Math.max(0, (state.sCount[line] ?? 0) - openingIndent)) + lineOf(state, line);
    const isInside = state.isEmpty(line) || indentOf(line) >= 0;
    if (!isInside && !(at !== undefined && isLeftOfItem(state, line) && tracker.isClosedBy(text))) {
      break;
    }
    end = indentOf(line) < MIN_CODE_INDENT ? tracker.takeLine(text) : undefined;
    line++;
  }
  const token = state.push('fence', 'code', 0);
  token.info = info;
  token.markup = markup;
  token.content = state.getLines(startLine + 1, end === undefined ? line : line - 1, openingIndent, true);
  token.map = [startLine, line];
  state.line = line;
  const midLine: MidLine = at === undefined ? {} : { startColumn: columnOf(state, at) };
  const last = line - 1;
  const rest = startOfLine(state, last) + (end ?? 0);
  if (end !== undefined && rest < (state.eMarks[last] ?? 0)) {
    midLine.endColumn = columnOf(state, rest);
    state.bMarks[last] = rest;
    state.tShift[last] = 0;
    state.sCount[last] = state.blkIndent;
    state.line = last;
  }
  token.meta = { ...midLine };
}

/** Whether the first line with text has left the list item that is being read, and starts no other one. */
function hasLeftItem(state: StateBlock, startLine: number, endLine: number): boolean {
  const line = state.skipEmptyLines(startLine);
  return line < endLine && isLeftOfItem(state, line) && !LIST_MARKER.test(lineOf(state, line));
}

/** Whether a line is left of the list item that is being read, but in all quotations around it. */
function isLeftOfItem(state: StateBlock, line: number): boolean {
  return relativeIndentOf(state, line) < 0 && (state.sCount[line] ?? 0) >= 0;
}

/** How far from the start of its line an offset is. */
function columnOf({ src }: StateBlock, offset: number): number {
  return offset - (src.lastIndexOf('\n', offset - 1) + 1);
}
