import type { StateBlock, Token } from 'markdown-it';
import { isIndentedAsCode, lineOf, relativeIndentOf } from './blockLines.ts';
import { lengthOfFormula } from './math.ts';

/** The line under the header. A `-` with a space after it starts a list. */
const DELIMITER_ROW = /^(?!-[ \t])[-|:][-|: \t]+$/;
const DELIMITER_CELL = /^(:?)-+(:?)$/;

/** Maximum number of cells that are added to rows which have too few: a short text could ask for millions. */
const MAX_ADDED_CELLS = 65_536;

/**
 * Block rule for tables (GitHub Flavored Markdown, 4.10) in which no text is lost: a row that has more cells than the
 * header keeps them, and if that is because of pipes in its code or formulas, these don't separate cells.
 */
export function tableRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const alignments = startLine + 1 < endLine ? alignmentsIn(state, startLine + 1) : undefined;
  const header = lineOf(state, startLine).trim();
  if (alignments === undefined || !header.includes('|') || isIndentedAsCode(state, startLine)) {
    return false;
  }
  const titles = cellsOf(header, alignments.length);
  if (titles.length !== alignments.length) {
    return false;
  }
  if (silent) {
    return true;
  }
  const { parentType } = state;
  state.parentType = 'table';
  const table = state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1).map = [startLine, startLine + 1];
  pushRow(state, startLine, 'th', titles, alignments);
  state.push('thead_close', 'thead', -1);
  const end = pushBody(state, startLine + 2, endLine, alignments);
  table.map = [startLine, end];
  state.push('table_close', 'table', -1);
  state.parentType = parentType;
  state.line = end;
  return true;
}

/** The alignment of each column, empty if there is none; `undefined` if the line is no delimiter row. */
function alignmentsIn(state: StateBlock, line: number): string[] | undefined {
  if (relativeIndentOf(state, line) < 0 || isIndentedAsCode(state, line)) {
    return undefined;
  }
  const text = lineOf(state, line);
  if (!DELIMITER_ROW.test(text)) {
    return undefined;
  }
  const cells = text.split('|').map((cell) => cell.trim());
  const inner = cells.slice(cells[0] === '' ? 1 : 0, cells.at(-1) === '' ? -1 : undefined);
  const alignments: string[] = [];
  for (const cell of inner) {
    const [whole, left, right] = DELIMITER_CELL.exec(cell) ?? [];
    if (whole === undefined) {
      return undefined;
    }
    alignments.push(left && right ? 'center' : right ? 'right' : left ? 'left' : '');
  }
  return alignments.length === 0 ? undefined : alignments;
}

/** Returns the line after the last row. */
function pushBody(
  state: StateBlock,
  startLine: number,
  endLine: number,
  alignments: readonly string[],
): number {
  const terminators = state.md.block.ruler.getRules('blockquote');
  const isRow = (line: number): boolean =>
    relativeIndentOf(state, line) >= 0 &&
    !isIndentedAsCode(state, line) &&
    !state.isEmpty(line) &&
    !terminators.some((rule) => rule(state, line, endLine, true));
  let body: Token | undefined;
  let added = 0;
  let line = startLine;
  for (; line < endLine && isRow(line); line++) {
    const cells = cellsOf(lineOf(state, line).trim(), alignments.length);
    added += Math.max(0, alignments.length - cells.length);
    if (added > MAX_ADDED_CELLS) {
      break;
    }
    body ??= state.push('tbody_open', 'tbody', 1);
    pushRow(state, line, 'td', cells, alignments);
  }
  if (body !== undefined) {
    body.map = [startLine, line];
    state.push('tbody_close', 'tbody', -1);
  }
  return line;
}

function pushRow(
  state: StateBlock,
  line: number,
  tag: 'th' | 'td',
  cells: readonly string[],
  alignments: readonly string[],
): void {
  state.push('tr_open', 'tr', 1).map = [line, line + 1];
  for (let column = 0; column < Math.max(cells.length, alignments.length); column++) {
    const alignment = alignments[column] ?? '';
    const opening = state.push(`${tag}_open`, tag, 1);
    opening.attrs = alignment === '' ? null : [['style', `text-align:${alignment}`]];
    const inline = state.push('inline', '', 0);
    inline.content = cells[column]?.trim() ?? '';
    inline.children = [];
    state.push(`${tag}_close`, tag, -1);
  }
  state.push('tr_close', 'tr', -1);
}

const SEPARATOR = /(?<!\\)\|/g;

/** Maximum number of cells of a row beyond those of the header. What follows is part of the last one. */
const MAX_SURPLUS_CELLS = 20;

/** @param columns number of columns of the table */
function cellsOf(row: string, columns: number): string[] {
  const pipes = [...row.matchAll(SEPARATOR)].map(({ index }) => index);
  const cells = cellsBetween(row, pipes, columns);
  const cellsOutside = cells.length > columns ? cellsBetween(row, outsideOfSpans(row, pipes), columns) : [];
  return cellsOutside.length < columns ? cells : cellsOutside;
}

/**
 * The cells between separators, in which `\|` is a pipe. Pipes at the start and end of the row separate nothing, and cells
 * beyond the header's are left out at the end if they are empty.
 */
function cellsBetween(row: string, separators: readonly number[], columns: number): string[] {
  const end = separators.at(-1) === row.length - 1 ? row.length - 1 : row.length;
  const inner = separators.filter((at) => at > 0 && at < end).slice(0, columns + MAX_SURPLUS_CELLS - 1);
  const bounds = [separators[0] === 0 ? 0 : -1, ...inner, end];
  const cells =
    row === '|' ? [] : bounds.slice(1).map((bound, index) => row.slice((bounds[index] ?? 0) + 1, bound));
  const count = Math.max(columns, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  return cells.slice(0, count).map((cell) => cell.replaceAll('\\|', '|'));
}

/** The offsets that are in no code span and no formula of the row. */
function outsideOfSpans(row: string, offsets: readonly number[]): number[] {
  const codeEnds = endsOfCodeSpans(row);
  const pattern = /\\.|`+|\$+/g;
  const outside: number[] = [];
  let from = 0;
  const takeBefore = (end: number): void => {
    while (from < offsets.length && (offsets[from] ?? end) < end) {
      outside.push(offsets[from++] ?? end);
    }
  };
  for (let match = pattern.exec(row); match !== null; match = pattern.exec(row)) {
    const { 0: markup, index } = match;
    const end = codeEnds.get(index) ?? index + lengthOfFormula(row, index);
    if (end > index) {
      takeBefore(index);
      while ((offsets[from] ?? end) < end) {
        from++;
      }
      pattern.lastIndex = end;
    } else {
      pattern.lastIndex = index + markup.length;
    }
  }
  takeBefore(row.length);
  return outside;
}

/** Where each code span ends, by the offset at which it would start: the next run of as many backticks. */
function endsOfCodeSpans(row: string): Map<number, number> {
  const ends = new Map<number, number>();
  const opened = new Map<number, number>();
  for (const { 0: run, index } of row.matchAll(/`+/g)) {
    const start = opened.get(run.length);
    if (start !== undefined) {
      ends.set(start, index + run.length);
    }
    opened.set(run.length, index);
  }
  return ends;
}
