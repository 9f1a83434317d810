import { commonEnds, type LineHunk } from './lineHunks.ts';
import type { TextEdit, TextPosition } from './textRange.ts';

/**
 * The edits that replace the lines of hunks, with LF line ends.
 * @param left lines of the text that is edited
 * @param right lines that come in their place
 */
export function hunkEdits(
  left: readonly string[],
  right: readonly string[],
  hunks: readonly LineHunk[],
): TextEdit[] {
  return hunks.map(({ leftStart, leftEnd, rightStart, rightEnd }) =>
    editOfLines(left, leftStart, leftEnd, right.slice(rightStart, rightEnd)),
  );
}

/**
 * The smallest edit of whole lines that puts a replacement in the place of some lines.
 * @param end exclusive
 */
export function lineEdit(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
  replacement: readonly string[],
): TextEdit {
  const { head, tail } = commonEnds(lines.slice(start, end), replacement);
  return editOfLines(lines, start + head, end - tail, replacement.slice(head, replacement.length - tail));
}

function editOfLines(
  lines: readonly string[],
  start: number,
  end: number,
  replacement: readonly string[],
): TextEdit {
  const text = replacement.join('\n');
  const isInsertion = start === end;
  const startOf = (line: number): TextPosition => ({ line, character: 0 });
  const endOf = (line: number): TextPosition => ({ line, character: (lines[line] ?? '').length });
  // Not up to the next line, where the range of an anchor may end or begin.
  if (!isInsertion && replacement.length > 0) {
    return { range: { start: startOf(start), end: endOf(end - 1) }, text };
  }
  // Lines come and go with one line end: the one after them or, at the document's end, the one before.
  if (end < lines.length) {
    return { range: { start: startOf(start), end: startOf(end) }, text: isInsertion ? `${text}\n` : '' };
  }
  return {
    range: { start: start === 0 ? startOf(0) : endOf(start - 1), end: endOf(end - 1) },
    text: isInsertion ? `\n${text}` : '',
  };
}
