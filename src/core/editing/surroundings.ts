import CRC32 from 'crc-32';
import type { TextPosition } from './textRange.ts';

/** Maximum number of lines above, and of lines below, that tell a place from others with the same text. */
export const MAX_SURROUNDING_LINES = 3;

/** Checksum of the nearest lines before a position that are not blank, whatever their indentation. */
export function checksumBefore(lines: readonly string[], position: TextPosition): number {
  return checksum(linesBefore(lines, position));
}

export function checksumAfter(lines: readonly string[], position: TextPosition): number {
  return checksum(linesAfter(lines, position));
}

/** The nearest lines before a position that are not blank, without white space at their ends, the nearest first. */
export function linesBefore(lines: readonly string[], { line, character }: TextPosition): string[] {
  const nearest: string[] = [];
  let text = lines[line]?.slice(0, character);
  for (
    let above = line;
    text !== undefined && nearest.length < MAX_SURROUNDING_LINES;
    text = lines[--above]
  ) {
    addUnlessBlank(nearest, text);
  }
  return nearest;
}

export function linesAfter(lines: readonly string[], { line, character }: TextPosition): string[] {
  const nearest: string[] = [];
  let text = lines[line]?.slice(character);
  for (
    let below = line;
    text !== undefined && nearest.length < MAX_SURROUNDING_LINES;
    text = lines[++below]
  ) {
    addUnlessBlank(nearest, text);
  }
  return nearest;
}

function addUnlessBlank(texts: string[], text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') {
    texts.push(trimmed);
  }
}

export function checksum(texts: readonly string[]): number {
  return CRC32.str(texts.join('\n')) >>> 0;
}
