import { indentOf } from '../code/indentOf.ts';
import { type IndentStyle, reindent } from './indentation.ts';
import { comparePositions, type TextEdit, type TextPosition, type TextRange } from './textRange.ts';

/** Indents a text like a line. In `text`, the first line is not yet indented; `indent` is its indentation. */
type ReindentFor = (line: string) => { readonly indent: string; readonly text: string };

/**
 * Plans to insert text at cursors, indented like the lines it goes to. Text inserted before that of a line, or text of
 * several lines at the end of a line, gets lines of its own, so that no two lines are joined.
 * @param style by default, the text is inserted as it is
 * @returns in order; one edit for all cursors that lead to the same place, such as those in the indentation of a line
 */
export function insertAtCursors(
  lines: readonly string[],
  cursors: readonly TextPosition[],
  text: string,
  style?: IndentStyle,
): TextEdit[] {
  const reindentFor = createReindent(text, style);
  const edits = inOrder(cursors.map((cursor) => insertionAt(lines, cursor, reindentFor)));
  return edits.filter((edit, index) => index === 0 || compareStarts(edits[index - 1] ?? edit, edit) < 0);
}

/**
 * Plans to replace selections, indented like the first selected line of each. Cursors among them, such as those of a
 * box selection in lines that are shorter, select nothing that could be replaced.
 * @param style by default, the text is inserted as it is
 * @returns in order; none if nothing is selected
 */
export function replaceSelections(
  lines: readonly string[],
  selections: readonly TextRange[],
  text: string,
  style?: IndentStyle,
): TextEdit[] {
  const reindentFor = createReindent(text, style);
  const selected = selections.filter(({ start, end }) => comparePositions(start, end) < 0);
  return inOrder(selected.map((range) => replacementOf(lines, range, reindentFor)));
}

function insertionAt(lines: readonly string[], cursor: TextPosition, reindentFor: ReindentFor): TextEdit {
  const line = lines[cursor.line] ?? '';
  const { indent, text } = reindentFor(line);
  const start = { line: cursor.line, character: 0 };
  const end = { line: cursor.line, character: line.length };
  if (isBlank(line)) {
    return { range: { start, end }, text: indent + text };
  }
  if (isBlank(line.slice(0, cursor.character))) {
    return { range: { start, end: start }, text: `${indent}${text}\n` };
  }
  if (isBlank(line.slice(cursor.character)) && text.includes('\n')) {
    return { range: { start: end, end }, text: `\n${indent}${text}` };
  }
  return { range: { start: cursor, end: cursor }, text };
}

/**
 * Keeps a line break at either end of the selection, so that it doesn't matter where on the neighboring lines a
 * selection of whole lines starts and ends.
 */
function replacementOf(
  lines: readonly string[],
  { start, end }: TextRange,
  reindentFor: ReindentFor,
): TextEdit {
  const [firstLine = '', lastLine = ''] = [lines[start.line], lines[end.line]];
  const isMultiline = end.line > start.line;
  const beginsAfterLine = isMultiline && !isBlank(firstLine) && isBlank(firstLine.slice(start.character));
  const { indent, text } = reindentFor(beginsAfterLine ? (lines[start.line + 1] ?? '') : firstLine);
  // If the selection includes part of the first line's indentation, that part is replaced too, so it is restored
  // here.
  const prefix = beginsAfterLine ? `\n${indent}` : indent.slice(Math.min(start.character, indent.length));
  const lastIndent = lastLine.slice(0, end.character);
  const endsBeforeLine =
    isMultiline && isBlank(lastIndent) && (end.character === 0 ? !text.endsWith('\n') : !isBlank(lastLine));
  return { range: { start, end }, text: prefix + text + (endsBeforeLine ? `\n${lastIndent}` : '') };
}

function createReindent(text: string, style: IndentStyle | undefined): ReindentFor {
  if (style === undefined) {
    return () => ({ indent: '', text });
  }
  return (line) => {
    const indent = indentOf(line);
    return { indent, text: reindent(text, indent, style) };
  };
}

function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted(compareStarts);
}

function compareStarts(one: TextEdit, other: TextEdit): number {
  return comparePositions(one.range.start, other.range.start);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
