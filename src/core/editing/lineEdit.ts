import { commonEnds } from './lineHunks.ts';
import type { TextEdit, TextPosition } from './textRange.ts';

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
  const [first, after] = [start + head, end - tail];
  const text = replacement.slice(head, replacement.length - tail).join('\n');
  const isInsertion = first === after;
  const isDeletion = head + tail === replacement.length;
  const startOf = (line: number): TextPosition => ({ line, character: 0 });
  const endOf = (line: number): TextPosition => ({ line, character: (lines[line] ?? '').length });
  if (!isInsertion && !isDeletion) {
    return { range: { start: startOf(first), end: endOf(after - 1) }, text };
  }
  // Lines come and go with one line end: the one after them or, at the document's end, the one before.
  if (after < lines.length) {
    return {
      range: { start: startOf(first), end: startOf(after) },
      text: isInsertion ? `${text}\n` : '',
    };
  }
  return {
    range: { start: first === 0 ? startOf(0) : endOf(first - 1), end: endOf(after - 1) },
    text: isInsertion ? `\n${text}` : '',
  };
}
