import { omitUndefined } from '../../base/omitUndefined.ts';
import { splitNames, unquotedName } from '../quotedNames.ts';
import { isDiffHeader } from '../readDiff.ts';
import { COMMENT_START } from './commentSyntax.ts';
import { fileInComment, fileInText } from './fileInComment.ts';
import { type NamedFile, namedFile } from './fileReference.ts';

/*
 * Patches as models write them: hunks with or without headers, and code to search for with what takes its place.
 */

export interface Hunk {
  /** What the header above says; absent if there is none. */
  readonly file?: PatchedFile;
  readonly lines: readonly { readonly mark: ' ' | '-' | '+'; readonly text: string }[];
}

/** A file of a patch. */
export interface PatchedFile {
  readonly name?: NamedFile;
  /** Before the change, if the header says it. */
  readonly oldName?: NamedFile;
  readonly isDeleted: boolean;
}

const HUNK_HEADER = /^@@/;

/** Around the files of a patch in the form of `apply_patch`, which GPT models write. */
const ENVELOPE = /^\*\*\* (?:Begin Patch|End Patch|End of File)\s*$/;
const ENVELOPE_FILE = /^\*\*\* (?:(Add|Update)|Delete) File: (.+)$/;

/** Begins what is about a file, also below lines of another one. */
const STARTS_FILE = /^(?:diff --git |--- |\*\*\* )/;

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
  const isEnveloped = ENVELOPE.test(code[0] ?? '');
  const isHeaderAt = (index: number): boolean => {
    const line = code[index] ?? '';
    if (isEnveloped && (ENVELOPE.test(line) || ENVELOPE_FILE.test(line))) {
      return true;
    }
    // Else it is a removed line that begins with `--`, or an added one with `++`.
    const isFileName = /^(?:---|\+\+\+) /.test(line);
    return isFileName
      ? /^\+\+\+ /.test(code[index + 1] ?? '') || /^--- /.test(code[index - 1] ?? '')
      : isDiffHeader(line);
  };
  const hasHeader = code.some((line) => HUNK_HEADER.test(line)) || isHeaderAt(0);
  const marks = new Set(code.filter((line) => line.trim() !== '').map((line) => line[0] ?? ''));
  const isCertain = isDeclared || isEnveloped;
  const isMarked = [...marks].every((mark) => mark === ' ' || mark === '+' || mark === '-');
  const hasChanges = marks.has('+') || marks.has('-');
  // Without a header, a list is not a patch, nor is code indented by one space.
  const isPlain = isMarked && marks.has('+') && marks.has('-');
  if (!hasChanges || !(isCertain || (hasHeader && code.some((line) => HUNK_HEADER.test(line))) || isPlain)) {
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
    } else if (isHeader ? isHeaderAt(index) : STARTS_FILE.test(line) && isHeaderAt(index)) {
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
  const [, change, named = ''] = ENVELOPE_FILE.exec(line) ?? [];
  if (named !== '') {
    const name = namedFile(named.trim(), 'attribute');
    return { ...omitUndefined({ name }), isDeleted: change === undefined };
  }
  const [, git, old, names = ''] = /^(?:(diff --git )|(--- )|\+\+\+ )([^\t\r]+)/.exec(line) ?? [];
  const both = git === undefined ? [names, names] : splitNames(names);
  const [before, written] = both.map((name) => name?.trim() ?? '');
  const isDeleted = above?.isDeleted === true;
  if (written === '/dev/null') {
    const { oldName, ...rest } = { ...above };
    return old === undefined
      ? { ...omitUndefined({ oldName }), ...rest, isDeleted: true }
      : { ...rest, isDeleted };
  }
  const [oldName, name] = [before, written].map((each = '') => namedFile(unquotedName(each), 'diff'));
  const earlier = git === undefined && old === undefined ? above?.oldName : oldName;
  return name === undefined ? above : { name, ...omitUndefined({ oldName: earlier }), isDeleted };
}

/** The file of each hunk is in a line above it, which no other line stands between. */
function searchedHunks(code: readonly string[]): Hunk[] {
  const hunks: { file: PatchedFile | undefined; lines: Hunk['lines'][number][] }[] = [];
  let mark: '-' | '+' | undefined;
  let file: PatchedFile | undefined;
  for (const text of code) {
    if (SEARCH.test(text)) {
      hunks.push({ file, lines: [] });
      mark = '-';
    } else if (SEPARATOR.test(text)) {
      mark = '+';
    } else if (REPLACE.test(text)) {
      mark = undefined;
    } else if (mark !== undefined) {
      hunks.at(-1)?.lines.push({ mark, text });
    } else {
      const name = fileInComment(text, '') ?? fileInText(text);
      file = name === undefined ? file : { name, isDeleted: false };
    }
  }
  return hunks.map(({ file: own, lines }) => ({ ...omitUndefined({ file: own }), lines }));
}

/** Whether code begins with what to search for. */
export function beginsWithSearch(code: readonly string[]): boolean {
  return (
    SEARCH.test(code.find((line) => line.trim() !== '') ?? '') && code.some((line) => REPLACE.test(line))
  );
}

function isChange({ mark }: Hunk['lines'][number]): boolean {
  return mark !== ' ';
}

/** Blank lines at the ends separate hunks more often than they are context. */
function trimBlankContext(lines: Hunk['lines']): Hunk['lines'] {
  const tells = ({ mark, text }: Hunk['lines'][number]): boolean => mark !== ' ' || text.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(tells)), lines.findLastIndex(tells) + 1);
}
