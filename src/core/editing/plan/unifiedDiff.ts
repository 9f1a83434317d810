import { COMMENT_START } from '../../code/commentSyntax.ts';
import { isDiffHeader } from '../../readDiff.ts';
import { fitIndentation, type IndentTarget } from './fitIndentation.ts';
import { type LineRange, overlaps } from './lineWorth.ts';

interface Hunk {
  readonly lines: readonly { readonly mark: ' ' | '-' | '+'; readonly text: string }[];
}

/** Lines of the document and what takes their place. */
export interface PatchedLines extends LineRange {
  readonly replacement: readonly string[];
}

const HUNK_HEADER = /^@@/;

/** Marks around what to search for and what to put in its place, which some models use. */
const SEARCH = /^<{5,}\s*(?:SEARCH|ORIGINAL|HEAD)?/;
const SEPARATOR = /^={5,}\s*$/;
const REPLACE = /^>{5,}\s*(?:REPLACE|UPDATED)?/;

const ELISION = new RegExp(String.raw`^[ +-]?\s*(?:${COMMENT_START}\s*)?(?:\.{3}|…)[^\p{L}\p{N}_]*$`, 'u');

/**
 * The hunks of code that is a patch; undefined if it isn't one. Models leave out headers, numbers and marks, so this is not
 * the form that `readDiff` reads.
 * @param isDeclared whether its fence says so
 */
export function parsePatch(code: readonly string[], isDeclared: boolean): Hunk[] | undefined {
  if (code.some((line) => SEARCH.test(line)) && code.some((line) => REPLACE.test(line))) {
    return searchedHunks(code);
  }
  const hasHeader = code.some((line) => HUNK_HEADER.test(line)) || isDiffHeader(code[0] ?? '');
  const marks = new Set(code.filter((line) => line.trim() !== '').map((line) => line[0] ?? ''));
  const isMarked = [...marks].every((mark) => mark === ' ' || mark === '+' || mark === '-');
  const hasChanges = marks.has('+') || marks.has('-');
  // Without a header, a list is not a patch, nor is code indented by one space.
  const isPlain = isMarked && marks.has('+') && marks.has('-');
  if (!hasChanges || !(isDeclared || (hasHeader && code.some((line) => HUNK_HEADER.test(line))) || isPlain)) {
    return undefined;
  }
  const hunks: Hunk['lines'][number][][] = [[]];
  let isHeader = true;
  for (const line of code) {
    if (HUNK_HEADER.test(line)) {
      hunks.push([]);
      isHeader = false;
    } else if (isHeader ? isDiffHeader(line) : /^diff --git /.test(line)) {
      isHeader = true;
    } else if (ELISION.test(line)) {
      hunks.push([]);
    } else if (!line.startsWith('\\')) {
      const mark = line[0];
      isHeader &&= line.trim() === '';
      const isMark = mark === ' ' || mark === '-' || mark === '+';
      // Models leave out the space in front of context lines.
      hunks.at(-1)?.push(isMark ? { mark, text: line.slice(1) } : { mark: ' ', text: line });
    }
  }
  return hunks
    .map((lines) => ({ lines: trimBlankContext(lines) }))
    .filter(({ lines }) => lines.some(isChange));
}

function searchedHunks(code: readonly string[]): Hunk[] {
  const hunks: Hunk['lines'][number][][] = [];
  let mark: '-' | '+' | undefined;
  for (const text of code) {
    if (SEARCH.test(text)) {
      hunks.push([]);
      mark = '-';
    } else if (SEPARATOR.test(text)) {
      mark = '+';
    } else if (REPLACE.test(text)) {
      mark = undefined;
    } else if (mark !== undefined) {
      hunks.at(-1)?.push({ mark, text });
    }
  }
  return hunks.map((lines) => ({ lines }));
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

function placesOf(lines: readonly string[], old: readonly string[]): number[] {
  if (old.length === 0) {
    return [];
  }
  return lines.flatMap((_, start) =>
    old.every((text, index) => lines[start + index]?.trim() === text) ? [start] : [],
  );
}

/** The added lines are indented for the document; the lines that stay are the document's own. */
function patchLines(hunk: Hunk, target: IndentTarget): string[] {
  const fitted = fitIndentation(withOldLines(hunk), target);
  let old = 0;
  const result: string[] = [];
  for (const [at, { mark }] of hunk.lines.entries()) {
    if (mark === '+') {
      result.push(fitted[at] ?? '');
    } else if (mark === ' ') {
      result.push(target.reference[old] ?? '');
    }
    old += mark === '+' ? 0 : 1;
  }
  return result;
}

/** With the removed lines, which tell how the added ones are indented. */
function withOldLines(hunk: Hunk): string[] {
  return hunk.lines.map(({ text }) => text);
}

function isChange({ mark }: Hunk['lines'][number]): boolean {
  return mark !== ' ';
}

/** Blank lines at the ends separate hunks more often than they are context. */
function trimBlankContext(lines: Hunk['lines']): Hunk['lines'] {
  const tells = ({ mark, text }: Hunk['lines'][number]): boolean => mark !== ' ' || text.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(tells)), lines.findLastIndex(tells) + 1);
}
