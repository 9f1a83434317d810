/** A position in a document, as in VS Code: both from 0, characters in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

const LINE_END = /\r\n|\r|\n/;

/** The lines of a text without their line ends, of which LF, CRLF and CR count as one each. */
export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

/** Whether two texts are equal, apart from their line ends. */
export function hasSameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** Negative if `one` is before `other`, 0 if both are equal. */
export function comparePositions(one: TextPosition, other: TextPosition): number {
  return one.line - other.line || one.character - other.character;
}

/** The text of a range, with LF line ends. */
export function textIn(lines: readonly string[], { start, end }: TextRange): string {
  const inside = lines.slice(start.line, end.line + 1);
  const last = inside.length - 1;
  // The end first: on a single line, its column is still that of the whole line.
  inside[last] = (inside[last] ?? '').slice(0, end.character);
  inside[0] = (inside[0] ?? '').slice(start.character);
  return inside.join('\n');
}

/** The lines of a range, from 1. A range that ends before the first character of a line does not include that line. */
export function linesIn({ start, end }: TextRange): { startLine: number; endLine: number } {
  const endsBeforeLine = end.character === 0 && end.line > start.line;
  return { startLine: start.line + 1, endLine: end.line + (endsBeforeLine ? 0 : 1) };
}

/** The position after a text that starts at `start`. */
export function endOf(start: TextPosition, text: string): TextPosition {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/**
 * The text after the edits, with LF line ends.
 * @param edits don't overlap, in any order; positions are those before the edits
 */
export function applyEdits(lines: readonly string[], edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at: TextPosition = { line: 0, character: 0 };
  for (const { range, text } of edits.toSorted((a, b) => comparePositions(a.range.start, b.range.start))) {
    parts.push(textIn(lines, { start: at, end: range.start }), text);
    at = range.end;
  }
  const last = lines.length - 1;
  parts.push(textIn(lines, { start: at, end: { line: last, character: (lines[last] ?? '').length } }));
  return parts.join('');
}
