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

const LANGUAGE = /^[\w+#.-]{0,20}$/;
/** How text ends before a fence: in a colon, or as a sentence or a parenthesis does. Emphasis may end there too. */
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
  if (at < 0 || isIndentedAsCode(state, startLine) || hasFenceBefore(state, startLine)) {
    return false;
  }
  if (!silent) {
    const offset = startOfLine(state, startLine) + at;
    const lineEnd = state.eMarks[startLine] ?? offset;
    state.eMarks[startLine] = state.skipSpacesBack(offset, 0);
    state.md.block.tokenize(state, startLine, startLine + 1);
    state.eMarks[startLine] = lineEnd;
    readCode(state, startLine, endLine, line.slice(at), offset);
  }
  return true;
}

/** Offset of a fence, with at most a language and a file, that ends a line of text; -1 if there is none, or another one. */
function fenceBehindText(line: string): number {
  const at = line.indexOf('```');
  const opening = at < 0 ? null : OPENING.exec(line.slice(at));
  if (opening === null || !TEXT_BEFORE_FENCE.test(line.slice(0, at).trimEnd())) {
    return -1;
  }
  const { language, text } = parseInfoString(opening[2]?.trim() ?? '');
  return text === '' && LANGUAGE.test(language) ? at : -1;
}

/** Whether an earlier line of the paragraph has a run of backticks that those of this line may close. */
function hasFenceBefore(state: StateBlock, line: number): boolean {
  const start = state.bMarks[state.line] ?? 0;
  return state.line < line && state.src.slice(start, state.bMarks[line]).includes('```');
}

/**
 * Reads the code and its closing fence.
 * @param opening the fence with its info string
 * @param at offset of a fence behind text
 */
function readCode(state: StateBlock, startLine: number, endLine: number, opening: string, at?: number): void {
  const [, backticks, backtickInfo = '', tildes = '', tildeInfo = ''] = OPENING.exec(opening) ?? [];
  const [markup, info] = [backticks ?? tildes, backtickInfo || tildeInfo];
  // Whoever writes a fence behind text in a list forgets the indentation of the code too.
  const isOutside = at !== undefined && hasLeftBlock(state, startLine + 1, endLine);
  const minIndent = isOutside ? 0 : state.blkIndent;
  const indentOf = (each: number): number => (state.sCount[each] ?? 0) - minIndent;
  const tracker = new FenceTracker(markup, info.trim());
  let end: number | undefined;
  let line = startLine + 1;
  while (line < endLine && end === undefined && (state.isEmpty(line) || indentOf(line) >= 0)) {
    end = indentOf(line) < MIN_CODE_INDENT ? tracker.takeLine(lineOf(state, line)) : undefined;
    line++;
  }
  const token = state.push('fence', 'code', 0);
  token.info = info;
  token.markup = markup;
  token.content = state.getLines(
    startLine + 1,
    end === undefined ? line : line - 1,
    isOutside ? 0 : (state.sCount[startLine] ?? 0),
    true,
  );
  token.map = [startLine, line];
  state.line = line;
  const midLine: MidLine = at === undefined ? {} : { startColumn: columnOf(state, at) };
  const last = line - 1;
  if (end !== undefined && end < lineOf(state, last).length) {
    const rest = startOfLine(state, last) + end;
    midLine.endColumn = columnOf(state, rest);
    state.bMarks[last] = rest;
    state.tShift[last] = 0;
    state.sCount[last] = state.blkIndent;
    state.line = last;
  }
  token.meta = { ...midLine };
}

/** Whether the first line with text is left of the block that is being read, but in all blocks around that. */
function hasLeftBlock(state: StateBlock, startLine: number, endLine: number): boolean {
  const line = state.skipEmptyLines(startLine);
  return line < endLine && relativeIndentOf(state, line) < 0 && (state.sCount[line] ?? 0) >= 0;
}

/** How far from the start of its line an offset is. */
function columnOf({ src }: StateBlock, offset: number): number {
  return offset - (src.lastIndexOf('\n', offset - 1) + 1);
}
