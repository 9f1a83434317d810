import { lineHunks } from './lineHunks.ts';

/**
 * The lines on the right that VS Code's diff editor shows as equal by default (`diffEditor.ignoreTrimWhitespace`)
 * although they differ: only in white space at their start or end. Of lines that repeat, it may pair another one.
 * @returns their indexes, in order
 */
export function hiddenByTrimming(left: readonly string[], right: readonly string[]): number[] {
  const hidden: number[] = [];
  let at = { left: 0, right: 0 };
  const ends = { leftStart: left.length, leftEnd: left.length, rightEnd: right.length };
  for (const { leftStart, leftEnd, rightEnd } of [...lineHunks(trimmed(left), trimmed(right)), ends]) {
    for (let index = 0; at.left + index < leftStart; index++) {
      if (left[at.left + index] !== right[at.right + index]) {
        hidden.push(at.right + index);
      }
    }
    at = { left: leftEnd, right: rightEnd };
  }
  return hidden;
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim());
}
