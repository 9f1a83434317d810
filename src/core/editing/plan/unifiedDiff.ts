import { omitUndefined } from '../../../base/omitUndefined.ts';
import { type CodeLine, readLines } from '../../code/codeLine.ts';
import { COMMENT_START } from '../../code/commentSyntax.ts';
import { isSameFile, type NamedFile, namedFile } from '../../code/fileReference.ts';
import { splitNames, unquotedName } from '../../quotedNames.ts';
import { isDiffHeader } from '../../readDiff.ts';
import { fitIndentation, type IndentTarget } from './fitIndentation.ts';
import { type LineRange, overlaps } from './lineRange.ts';

interface Hunk {
  /** What the header above says; absent if there is none. */
  readonly file?: PatchedFile;
  readonly lines: readonly { readonly mark: ' ' | '-' | '+'; readonly text: string }[];
}

interface PatchedFile {
  readonly name?: NamedFile;
  readonly isDeleted: boolean;
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
  const isHeaderAt = (index: number): boolean => {
    const line = code[index] ?? '';
    // Else it is a removed line that begins with `--`, or an added one with `++`.
    const isFileName = /^(?:---|\+\+\+) /.test(line);
    return isFileName
      ? /^\+\+\+ /.test(code[index + 1] ?? '') || /^--- /.test(code[index - 1] ?? '')
      : isDiffHeader(line);
  };
  const hasHeader = code.some((line) => HUNK_HEADER.test(line)) || isHeaderAt(0);
  const marks = new Set(code.filter((line) => line.trim() !== '').map((line) => line[0] ?? ''));
  const isMarked = [...marks].every((mark) => mark === ' ' || mark === '+' || mark === '-');
  const hasChanges = marks.has('+') || marks.has('-');
  // Without a header, a list is not a patch, nor is code indented by one space.
  const isPlain = isMarked && marks.has('+') && marks.has('-');
  if (!hasChanges || !(isDeclared || (hasHeader && code.some((line) => HUNK_HEADER.test(line))) || isPlain)) {
    return undefined;
  }
  const hunks: { file: PatchedFile | undefined; lines: Hunk['lines'][number][] }[] = [];
  let file: PatchedFile | undefined;
  const open = (): void => {
    hunks.push({ file, lines: [] });
  };
  open();
  let isHeader = true;
  for (const [index, line] of code.entries()) {
    if (HUNK_HEADER.test(line)) {
      open();
      isHeader = false;
    } else if (
      isHeader ? isHeaderAt(index) : /^diff --git /.test(line) || (/^--- /.test(line) && isHeaderAt(index))
    ) {
      file = fileIn(line, isHeader ? file : undefined);
      if (!isHeader) {
        open();
      }
      isHeader = true;
    } else if (ELISION.test(line)) {
      open();
    } else if (!line.startsWith('\\')) {
      const mark = line[0];
      isHeader &&= line.trim() === '';
      const isMark = mark === ' ' || mark === '-' || mark === '+';
      // Models leave out the space in front of context lines.
      hunks.at(-1)?.lines.push(isMark ? { mark, text: line.slice(1) } : { mark: ' ', text: line });
    }
    const last = hunks.at(-1);
    if (last !== undefined && last.lines.length === 0) {
      last.file = file;
    }
  }
  return hunks
    .map(({ file: own, lines }) => ({ ...omitUndefined({ file: own }), lines: trimBlankContext(lines) }))
    .filter(({ lines }) => lines.some(isChange));
}

/** The file that a header names, with what the lines above it say. */
function fileIn(line: string, above: PatchedFile | undefined): PatchedFile | undefined {
  if (/^deleted file mode /.test(line)) {
    return { ...above, isDeleted: true };
  }
  const [, git, old, names = ''] = /^(?:(diff --git )|(--- )|\+\+\+ )([^\t\r]+)/.exec(line) ?? [];
  const written = (git === undefined ? names : splitNames(names)[1]).trim();
  if (written === '/dev/null') {
    return { ...above, isDeleted: above?.isDeleted === true || old === undefined };
  }
  const name = namedFile(unquotedName(written), 'diff');
  return name === undefined ? above : { name, isDeleted: above?.isDeleted === true };
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

function isChange({ mark }: Hunk['lines'][number]): boolean {
  return mark !== ' ';
}

/** Blank lines at the ends separate hunks more often than they are context. */
function trimBlankContext(lines: Hunk['lines']): Hunk['lines'] {
  const tells = ({ mark, text }: Hunk['lines'][number]): boolean => mark !== ' ' || text.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(tells)), lines.findLastIndex(tells) + 1);
}
