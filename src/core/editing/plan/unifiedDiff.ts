import { type CodeLine, readLines } from '../../code/codeLine.ts';
import { isSameFile } from '../../code/fileReference.ts';
import type { Hunk } from '../../code/patch.ts';
import { fitIndentation, type IndentTarget } from './fitIndentation.ts';
import { type LineRange, overlaps } from './lineRange.ts';

/** Lines of the document and what takes their place. */
export interface PatchedLines extends LineRange {
  readonly replacement: readonly string[];
}

/**
 * The hunks of a patch for a document, of a patch for several files; all if it says nothing about it.
 */
export function hunksFor(
  hunks: readonly Hunk[],
  document: Parameters<typeof isSameFile>[1],
): { hunks: readonly Hunk[]; isOtherFile: boolean; isDeleted: boolean } {
  const own = hunks.filter(({ file }) => file?.name !== undefined && isSameFile(file.name, document));
  const isOtherFile = own.length === 0 && hunks.some(({ file }) => file?.name !== undefined);
  const found = own.length > 0 ? own : hunks;
  return { hunks: found, isOtherFile, isDeleted: found.some(({ file }) => file?.isDeleted === true) };
}

/**
 * Applies a patch. Each hunk must be found exactly once, apart from indentation, and one of them where it was asked
 * about.
 * @returns what changes, in order; nothing if the patch doesn't match
 */
export function applyPatch(
  hunks: readonly Hunk[],
  asked: LineRange | undefined,
  target: Omit<IndentTarget, 'reference' | 'line'>,
): PatchedLines[] {
  const { lines } = target;
  const patched = hunks.flatMap((hunk): PatchedLines[] => {
    const old = hunk.lines.filter(({ mark }) => mark !== '+').map(({ text }) => text.trim());
    const places = placesOf(lines, old);
    const near = places.filter((at) => asked && overlaps({ start: at, end: at + old.length }, asked));
    const [start, second] = near.length > 0 ? near : places;
    if (start === undefined || second !== undefined) {
      return [];
    }
    const end = start + old.length;
    const reference = lines.slice(start, end);
    return [{ start, end, replacement: patchLines(hunk, { ...target, line: start, reference }) }];
  });
  const sorted = patched.toSorted((one, other) => one.start - other.start);
  const isApart = sorted.every((part, index) => part.start >= (sorted[index - 1]?.end ?? 0));
  const isAsked = asked === undefined || sorted.some((part) => overlaps(part, asked));
  return sorted.length === hunks.length && isApart && isAsked ? sorted : [];
}

function placesOf(lines: readonly CodeLine[], old: readonly string[]): number[] {
  if (old.length === 0) {
    return [];
  }
  return lines.flatMap((_, start) =>
    old.every((text, index) => lines[start + index]?.trimmed === text) ? [start] : [],
  );
}

/** The added lines are indented for the document; the lines that stay are the document's own. */
function patchLines(hunk: Hunk, target: IndentTarget): string[] {
  // The removed lines tell how the added ones are indented.
  const own = readLines(
    hunk.lines.map(({ text }) => text),
    target.languageId,
  );
  const { texts: fitted } = fitIndentation(own, target);
  let old = 0;
  const result: string[] = [];
  for (const [at, { mark }] of hunk.lines.entries()) {
    if (mark === '+') {
      result.push(fitted[at] ?? '');
    } else if (mark === ' ') {
      result.push(target.reference[old]?.text ?? '');
    }
    old += mark === '+' ? 0 : 1;
  }
  return result;
}
