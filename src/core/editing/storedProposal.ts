import { type LineHunk, lineHunks } from './lineHunks.ts';
import { checksum } from './surroundings.ts';

/**
 * A proposal as it is stored while its review is open. It has only what the proposal adds to its document. What both have
 * is told by the numbers of lines, and a document that has changed meanwhile by checksums.
 */
export interface StoredProposal {
  /** A checksum of each line of the document. */
  readonly base: number[];
  /** Lines of the proposal, or the first line, from 0, and the one after the last line of the document. */
  readonly parts: (string | [start: number, end: number])[];
}

/** @param redact for each text that is stored */
export function storeProposal(
  base: readonly string[],
  proposed: readonly string[],
  redact: (text: string) => string,
): StoredProposal {
  let at = 0;
  const parts = lineHunks(base, proposed).map(({ leftStart, leftEnd, rightStart, rightEnd }) => {
    const added = proposed.slice(rightStart, rightEnd);
    const kept: [number, number] = [at, leftStart];
    at = leftEnd;
    return [kept, ...(added.length > 0 ? redact(added.join('\n')).split('\n') : [])];
  });
  return { base: base.map((line) => checksum([line])), parts: [...parts.flat(), [at, base.length]] };
}

/**
 * The lines of a proposal again: the document's, with what the proposal changes where that is now.
 * @param present the lines of the document, which may have changed since
 */
export function restoreProposal({ base, parts }: StoredProposal, present: readonly string[]): string[] {
  const changes = lineHunks(
    base.map(String),
    present.map((line) => String(checksum([line]))),
  );
  let at = 0;
  return parts.flatMap((part) => {
    if (typeof part === 'string') {
      return part;
    }
    const [start, end] = part;
    const from = Math.max(at, placeOf(start, changes, 'above'));
    at = Math.max(from, placeOf(end, changes, 'below'));
    return present.slice(from, at);
  });
}

/**
 * Where the place before a line of the base is in the present text.
 * @param side of lines that were added in this place
 */
export function placeOf(line: number, changes: readonly LineHunk[], side: 'above' | 'below'): number {
  const change = changes.findLast(({ leftStart }) => leftStart <= line);
  if (change === undefined) {
    return line;
  }
  const { leftStart, leftEnd, rightStart, rightEnd } = change;
  if (line >= leftEnd) {
    return leftStart === leftEnd && line === leftEnd && side === 'above'
      ? rightStart
      : rightEnd + line - leftEnd;
  }
  return rightStart + Math.min(line - leftStart, rightEnd - rightStart);
}
