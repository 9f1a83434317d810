import type { StateBlock, Token } from 'markdown-it';

/** Minimum indentation, in spaces, that makes a line indented code. */
export const MIN_CODE_INDENT = 4;

/** A line without its indentation. */
export function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(startOfLine(state, line), state.eMarks[line]);
}

/** Offset of a line's first character after its indentation. */
export function startOfLine(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Indentation, in spaces, relative to the block that the line is in; below 0 if the line has left that block. */
export function relativeIndentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** Whether a line belongs to the block that is being read. */
export function isInBlock(state: StateBlock, line: number, endLine: number): boolean {
  return line < endLine && (state.isEmpty(line) || relativeIndentOf(state, line) >= 0);
}

/** Whether a line is indented so far that it starts no block but indented code. */
export function isIndentedAsCode(state: StateBlock, line: number): boolean {
  return relativeIndentOf(state, line) >= MIN_CODE_INDENT;
}

/** Where a code block starts and ends in its first and last line, if it shares them with other blocks. */
export interface MidLine {
  startColumn?: number;
  endColumn?: number;
}

export function midLineOf({ meta }: Pick<Token, 'meta'>): MidLine {
  return meta ?? {};
}
