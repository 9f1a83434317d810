/** Offsets in a code block, in UTF-16 code units. */
export interface CodePart {
  readonly start: number;
  readonly end: number;
}

/** Whether a selected part of a code block stands for whole lines: if it touches more than one. */
export function isWholeLines(code: string, part: CodePart): boolean {
  const { start, end } = touchedPart(code, part);
  return code.slice(start, end).includes('\n');
}

/**
 * The text that a selected part of a code block stands for: exactly the selected characters within one line, else all
 * lines that it touches, without the last line end. Empty if it contains nothing but a line end.
 * @param code has LF line ends
 */
export function codePart(code: string, part: CodePart): string {
  const { start, end } = touchedPart(code, part);
  if (!code.slice(start, end).includes('\n')) {
    return code.slice(start, end);
  }
  const lineEnd = code.indexOf('\n', end);
  const lineStart = start === 0 ? 0 : code.lastIndexOf('\n', start - 1) + 1;
  return code.slice(lineStart, lineEnd < 0 ? code.length : lineEnd);
}

/**
 * Leaves out the line end before the first selected character, and the one after the last: a selection that starts
 * at the end of a line, or ends at the start of one, doesn't touch that line.
 */
function touchedPart(code: string, part: CodePart): CodePart {
  let { start, end } = part;
  end = Math.min(end, code.length);
  // A line end between two others is an empty line, which is touched.
  if (code[start] === '\n' && start > 0 && code[start - 1] !== '\n') {
    start++;
  }
  if (end > start && code[end - 1] === '\n') {
    end--;
  }
  if (splitsPair(code, start)) {
    start--;
  }
  if (splitsPair(code, end)) {
    end++;
  }
  return { start, end: Math.max(start, end) };
}

function splitsPair(code: string, offset: number): boolean {
  const before = code.codePointAt(offset - 1) ?? 0;
  return offset > 0 && offset < code.length && before > 0xffff;
}
