import type { LineHunk } from './lineHunks.ts';
import type { TextEdit } from './textRange.ts';

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
  return hunks.map(({ leftStart, leftEnd, rightStart, rightEnd }) => {
    const lines = right.slice(rightStart, rightEnd);
    if (leftEnd < left.length) {
      return {
        range: { start: { line: leftStart, character: 0 }, end: { line: leftEnd, character: 0 } },
        text: lines.map((line) => `${line}\n`).join(''),
      };
    }
    // No line end follows the last line, so the one before the first is replaced too.
    const end = { line: left.length - 1, character: (left[left.length - 1] ?? '').length };
    return leftStart === 0
      ? { range: { start: { line: 0, character: 0 }, end }, text: lines.join('\n') }
      : {
          range: { start: { line: leftStart - 1, character: (left[leftStart - 1] ?? '').length }, end },
          text: lines.map((line) => `\n${line}`).join(''),
        };
  });
}
