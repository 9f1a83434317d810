import type { StateBlock } from 'markdown-it';
import { isInBlock, isIndentedAsCode, startOfLine } from './blockLines.ts';

const OPENING = '<!--';
/**
 * Maximum length of a comment, in UTF-16 units. Until a comment is closed, its text is shown and all that follows may
 * still become part of it.
 */
const MAX_COMMENT_CHARS = 2000;

/** Offset after the comment that starts at `at`; -1 if there is none. */
export function commentEnd(text: string, at: number): number {
  if (!text.startsWith(OPENING, at)) {
    return -1;
  }
  // Also `<!-->` and `<!--->` (CommonMark, 6.6).
  const [whole] = /^<!--(?:-?>|.*?-->)/s.exec(text.slice(at, at + MAX_COMMENT_CHARS)) ?? [];
  return whole === undefined ? -1 : at + whole.length;
}

/** Whether more text could turn `<!--` at `at` into a comment. */
export function mayBecomeComment(text: string, at: number): boolean {
  return text.startsWith(OPENING, at) && commentEnd(text, at) < 0 && text.length < at + MAX_COMMENT_CHARS;
}

/** Where the comments at `at`, separated by spaces only, end; `at` itself if there are none. */
export function commentsEnd(text: string, at: number): number {
  let end = at;
  for (let next = commentEnd(text, at); next >= 0; next = commentEnd(text, end)) {
    end = spacesEnd(text, next);
  }
  return end;
}

/** Block rule for comments that fill their lines. They hide whatever blocks they contain. */
export function commentRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = startOfLine(state, startLine);
  const end = isIndentedAsCode(state, startLine) ? start : commentsEnd(state.src, start);
  let line = startLine;
  while (end > (state.eMarks[line] ?? end) && isInBlock(state, line + 1, endLine)) {
    line++;
  }
  if (end === start || end !== state.eMarks[line]) {
    return false;
  }
  if (!silent) {
    state.line = line + 1;
    state.push('comment', '', 0).map = [startLine, state.line];
  }
  return true;
}

function spacesEnd(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ' || text[end] === '\t') {
    end++;
  }
  return end;
}
