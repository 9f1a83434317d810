import type { StateBlock } from 'markdown-it';
import { isInBlock, lineOf, MIN_CODE_INDENT, relativeIndentOf, startOfLine } from './blockLines.ts';

const OPENING = /^ *<details( open)?>\s*<summary>((?:(?!<\/?summary>|\n[ \t]*\n).)*)<\/summary>[ \t]*/is;
const UNFINISHED_OPENING =
  /^<details(?: (?:o(?:p(?:en?)?)?)?|(?: open)?>\s*(?:<(?:s(?:u(?:m(?:m(?:a(?:r(?:y(?:>(?:(?!<\/?summary>|\n[ \t]*\n).)*)?)?)?)?)?)?)?)?)?)?$/is;
const CLOSING_LINE = /^<\/details>[ \t]*$/i;
const CLOSING_AT_END = /<\/details>[ \t]*$/i;
/** Maximum length of the opening tag with the summary, in UTF-16 units. */
const MAX_OPENING_CHARS = 1000;
const MAX_OPENING_LINES = 20;

/** Whether more text could turn `<details>` at `at` into the start of details. */
export function mayBecomeDetails(text: string, at: number): boolean {
  return text.length < at + MAX_OPENING_CHARS && UNFINISHED_OPENING.test(text.slice(at));
}

/**
 * Block rule for the start of details: `<details>`, the summary, and text after it on the same line. What follows are
 * blocks of their own until `</details>`, so that they can be closed one by one while the text grows. The token
 * `details_open` has the info `whole` if everything is on one line, up to `</details>`.
 */
export function detailsStartRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (
    !state.src.startsWith('<', startOfLine(state, startLine)) ||
    relativeIndentOf(state, startLine) >= MIN_CODE_INDENT
  ) {
    return false;
  }
  let end = startLine + 1;
  while (end < startLine + MAX_OPENING_LINES && isInBlock(state, end, endLine)) {
    end++;
  }
  const source = state.getLines(startLine, end, state.blkIndent, false);
  const [whole, open, summary = ''] = OPENING.exec(source.slice(0, MAX_OPENING_CHARS)) ?? [];
  if (whole === undefined) {
    return false;
  }
  const [rest = ''] = source.slice(whole.length).split('\n', 1);
  const text = rest.replace(CLOSING_AT_END, '');
  if (text.toLowerCase().includes('</details>')) {
    return false;
  }
  if (silent) {
    return true;
  }
  state.line = startLine + whole.split('\n').length;
  const opening = state.push('details_open', 'details', 1);
  opening.map = [startLine, state.line];
  opening.info = text === rest ? '' : 'whole';
  opening.content = (whole + rest).trim();
  if (open !== undefined) {
    opening.attrSet('open', '');
  }
  pushInline(state, 'summary', 'summary', summary);
  if (text !== '') {
    pushInline(state, 'paragraph', 'p', text);
  }
  state.push('details_close', 'details', -1).info = opening.info;
  return true;
}

function pushInline(state: StateBlock, type: string, tag: string, content: string): void {
  state.push(`${type}_open`, tag, 1);
  const inline = state.push('inline', '', 0);
  inline.content = content.trim();
  inline.children = [];
  state.push(`${type}_close`, tag, -1);
}

/** Block rule for a line that ends details. */
export function detailsEndRule(
  state: StateBlock,
  startLine: number,
  _endLine: number,
  silent: boolean,
): boolean {
  const line = lineOf(state, startLine);
  if (relativeIndentOf(state, startLine) >= MIN_CODE_INDENT || !CLOSING_LINE.test(line)) {
    return false;
  }
  if (!silent) {
    state.line = startLine + 1;
    const token = state.push('details_end', 'details', 0);
    token.map = [startLine, state.line];
    token.content = line.trim();
  }
  return true;
}
