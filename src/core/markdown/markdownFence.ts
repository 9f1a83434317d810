import type { StateBlock } from 'markdown-it';
import { FenceLines, isMarkdown } from './fenceLines.ts';

const OPENING = /^(`{3,}|~{3,})([^\n]*)$/;
/** Spaces from which on a line is indented code and no fence. */
const INDENTED = 4;

/** A fenced block of Markdown, with the fences of that Markdown in it. All other fences are left to the parser's own rule. */
export function markdownFence(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const [, marks = '', info = ''] = OPENING.exec(lineOf(state, startLine)) ?? [];
  if (
    marks === '' ||
    !isMarkdown(info.trim()) ||
    info.includes('`') ||
    indentOf(state, startLine) >= INDENTED
  ) {
    return false;
  }
  if (silent) {
    return true;
  }
  const lines = new FenceLines(marks, info.trim());
  let line = startLine + 1;
  let isClosed = false;
  while (line < endLine && !isClosed && !(lineOf(state, line) !== '' && indentOf(state, line) < 0)) {
    isClosed = indentOf(state, line) < INDENTED && lines.take(lineOf(state, line));
    line++;
  }
  const token = state.push('fence', 'code', 0);
  const end = isClosed ? line - 1 : line;
  token.info = info;
  token.markup = marks;
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  token.map = [startLine, line];
  state.line = line;
  return true;
}

/** A line without its indentation. */
function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

/** Spaces beyond those of the block that the line is in; below 0 where it has left that block. */
function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}
