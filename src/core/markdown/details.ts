import type { StateBlock } from 'markdown-it';
import { isInBlock, isIndentedAsCode, lineOf } from './blockLines.ts';

/** A line that has the tag alone, or a summary up to its closing tag, another one or a blank line. */
const OPENING =
  /^ *<details( open)?>(?:\s*<summary>((?:(?!<\/?summary>|\n[ \t]*\n).){0,5000})(?:<\/summary>[ \t]*)?|(?=[ \t]*(?:\n|$)))/is;
const CLOSING_LINE = /^<\/details>[ \t]*$/i;
const CLOSING_AT_END = /<\/details>[ \t]*$/i;
/** Maximum number of lines of the opening tag with the summary. */
const MAX_OPENING_LINES = 20;

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
  if (!/^<details/i.test(lineOf(state, startLine)) || isIndentedAsCode(state, startLine)) {
    return false;
  }
  let end = startLine + 1;
  while (end < startLine + MAX_OPENING_LINES && isInBlock(state, end, endLine)) {
    end++;
  }
  const source = state.getLines(startLine, end, state.blkIndent, false);
  const [whole, open, summary] = OPENING.exec(source) ?? [];
  if (whole === undefined) {
    return false;
  }
  if (silent) {
    return true;
  }
  const [rest = ''] = source.slice(whole.length).split('\n', 1);
  const text = rest.replace(CLOSING_AT_END, '').trim();
  state.line = startLine + whole.split('\n').length;
  const opening = state.push('details_open', 'details', 1);
  opening.map = [startLine, state.line];
  opening.info = CLOSING_AT_END.test(rest) ? 'whole' : '';
  opening.content = (whole + rest).trim();
  if (open !== undefined) {
    opening.attrSet('open', '');
  }
  if (summary !== undefined) {
    pushInline(state, 'summary', 'summary', summary);
  }
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
  if (isIndentedAsCode(state, startLine) || !CLOSING_LINE.test(line)) {
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
