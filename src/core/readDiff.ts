import { splitNames, unquotedName, withReadableNames } from './quotedNames.ts';

/** What changes in one file. */
export interface FileDiff {
  /**
   * After the change, from the root of the repository. It is decoded, so it can have any character but U+0000: it is shown
   * and compared, and never names a file to read.
   */
  name: string;
  /** Its part of the diff, without colors and with readable names, and without the last line end. */
  text: string;
  /** Absent if the file existed before and after. */
  change?: 'new' | 'deleted';
  isBinary: boolean;
}

/** A line of a diff, and the file that it names, if any. */
interface DiffLine {
  /**
   * - `start`: the first one about a file in Git's form
   * - `header`: says more about the file
   * - `plainStart`: the first one about a file in a diff that is not Git's
   * - `hunk`: says which lines follow
   * - `content`: a line of the file, or a commit of a submodule
   * - `text`: not of a diff
   */
  kind: 'start' | 'header' | 'plainStart' | 'hunk' | 'content' | 'text';
  /** Decoded. From a `header` or `plainStart` with any prefix, such as `a/`. */
  name?: string;
}

const ESCAPE = '\u001b';

const START = /^diff --(?:git (?<two>.+)|(?:cc|combined) (?<one>.+))$/s;
/** A conflict in which one side has no such file. */
const UNMERGED = /^\* Unmerged path (?<one>.+)$/s;
/** With `diff.submodule` set to `log` or `diff`. */
const SUBMODULE =
  /^Submodule (?<one>.+) (?:contains (?:untracked|modified) content|[\da-f]{4,64}\.{2,3}[\da-f]{4,64}(?: \([a-z ]{1,40}\))?:?)\r?$/s;
const SUBMODULE_COMMIT = /^ {2}[<>] /;
const HEADER =
  /^(?:index [\da-f,]+\.\.[\da-f]|(?:old|new|(?:new|deleted) file) mode \d|mode [\d,]+\.\.\d|(?:dis)?similarity index \d|Binary files (?:.* )?differ\r?$|(?:(?:rename|copy) (?:from|to)|(?<side>---|\+\+\+)) (?<name>\S.*))/s;
/** Of a merge, it has one `@` more for each parent, and what follows as many marks. */
const HUNK = /^@(?<columns>@{1,50}) -\d+(?:,(?<old>\d+))?(?: -\d+(?:,\d+)?)* \+\d+(?:,(?<new>\d+))? @@/;

const COLOR = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');
/** Git's, since a line of a file has a mark in front, and names have escapes only in quotation marks. */
const COLORED_LINE = new RegExp(`^(?:${COLOR.source}|diff --.*${COLOR.source}$)`, 'm');

/**
 * Reads what `git diff` prints. Its form depends on the settings of the user, and a program of theirs may write it. So each
 * line must be one of a diff. Takes linear time for any text.
 * @returns `undefined` if the text is not a diff
 */
export function readDiff(text: string): FileDiff[] | undefined {
  const lines = (COLORED_LINE.test(text) ? text.replace(COLOR, '') : text).replace(/\n$/, '').split('\n');
  const scanner = new DiffScanner();
  const files: (Omit<FileDiff, 'text'> & { lines: string[] })[] = [];
  for (const line of text === '' ? [] : lines) {
    const { kind, name = '' } = scanner.next(line);
    if (kind === 'text' || kind === 'plainStart') {
      return undefined;
    }
    if (kind === 'start') {
      files.push({ name, isBinary: false, lines: [] });
    }
    const file = files.at(-1);
    if (kind === 'header' && file !== undefined) {
      const [change] = /^(?:new|deleted)(?= file)/.exec(line) ?? [];
      Object.assign(file, {
        ...(change !== undefined && { change }),
        ...(/^(?:rename|copy) to/.test(line) && { name }),
        ...(line.startsWith('Binary') && { isBinary: true }),
      });
    }
    const hasNames = (kind === 'start' && line.startsWith('diff')) || kind === 'header';
    file?.lines.push(hasNames ? withReadableNames(line) : line);
  }
  return files.map(({ lines: part, ...file }) => ({ ...file, text: part.join('\n') }));
}

/** Whether a line says which file a diff is about, or what else changes than its lines. */
export function isDiffHeader(line: string): boolean {
  return START.test(line) || HEADER.test(line);
}

/** Reads a text line by line that may have diffs in it, of Git or other programs, such as the output of a terminal. */
export class DiffScanner {
  /** Which lines can follow. */
  #place: 'outside' | 'header' | 'hunks' | 'submodule' = 'outside';
  /** How many lines of a hunk are still to come before and after the change. */
  #old = 0;
  #new = 0;
  /** Number of marks in front of a line. */
  #columns = 1;
  /** The names in the first line about the file, as they are there; empty if any may follow. */
  #named = '';
  /** Which side of the change is named next; each is once. */
  #side: '---' | '+++' | undefined;

  next(line: string): DiffLine {
    if (this.#isContent(line)) {
      return { kind: 'content' };
    }
    return this.#start(line) ?? this.#header(line) ?? this.#hunk(line);
  }

  #start(line: string): DiffLine | undefined {
    const submodule = SUBMODULE.exec(line);
    const { one = '', two } = (submodule ?? START.exec(line) ?? UNMERGED.exec(line))?.groups ?? {};
    if (one === '' && two === undefined) {
      return undefined;
    }
    this.#place = submodule === null ? 'header' : 'submodule';
    this.#named = withoutTime(two ?? one);
    this.#side = '---';
    return {
      kind: 'start',
      name: two === undefined ? unquotedName(this.#named) : commonName(splitNames(this.#named)),
    };
  }

  #header(line: string): DiffLine | undefined {
    const header = HEADER.exec(line);
    if (header === null) {
      return undefined;
    }
    const { side, name: rest = '' } = header.groups ?? {};
    const name = withoutTime(rest);
    // After Git's own header, a program can have written what follows.
    const isGits =
      this.#place === 'header' && (side === undefined || (side === this.#side && this.#isNamed(name)));
    if (!isGits && side === undefined) {
      return undefined;
    }
    if (!isGits) {
      this.#named = '';
    }
    if (side !== undefined) {
      this.#side = side === '---' ? '+++' : undefined;
    }
    this.#place = 'header';
    return {
      kind: isGits ? 'header' : 'plainStart',
      ...(name !== '' && name !== '/dev/null' && { name: unquotedName(name) }),
    };
  }

  /** Whether the first line about the file has a name; that of a merge has no prefix. */
  #isNamed(name: string): boolean {
    const isThere =
      this.#side === '---' ? this.#named.startsWith(`${name} `) : this.#named.endsWith(` ${name}`);
    return isThere || name === '/dev/null' || unquotedName(name).endsWith(unquotedName(this.#named));
  }

  #hunk(line: string): DiffLine {
    const hunk = this.#place === 'header' || this.#place === 'hunks' ? HUNK.exec(line) : null;
    this.#place = hunk === null ? 'outside' : 'hunks';
    if (hunk === null) {
      return { kind: 'text' };
    }
    this.#columns = hunk.groups?.['columns']?.length ?? 1;
    this.#old = Number(hunk.groups?.['old'] ?? 1);
    this.#new = Number(hunk.groups?.['new'] ?? 1);
    return { kind: 'hunk' };
  }

  #isContent(line: string): boolean {
    if (this.#place !== 'hunks') {
      return this.#place === 'submodule' && SUBMODULE_COMMIT.test(line);
    }
    // "\ No newline at end of file"
    if (line.startsWith('\\')) {
      return true;
    }
    // With `diff.suppressBlankEmpty`, blank lines have no mark.
    const marks = line === '' || line === '\r' ? ' ' : line.slice(0, this.#columns);
    if (!/^[ +-]+$/.test(marks)) {
      return false;
    }
    // Which of its parents had a line, a merge doesn't say in full.
    const isOld = this.#columns === 1 && marks !== '+';
    const isNew = !marks.includes('-');
    if ((isOld && this.#old === 0) || (isNew && this.#new === 0)) {
      return false;
    }
    this.#old -= isOld ? 1 : 0;
    this.#new -= isNew ? 1 : 0;
    return true;
  }
}

/**
 * The name of a file of which a diff has two, with prefixes such as `a/` and `b/`, which settings can change or leave out.
 * Of a renamed file, the second name.
 */
function commonName(names: readonly string[]): string {
  const [one = '', other = ''] = names.map(unquotedName);
  if (one === other) {
    return one;
  }
  let length = 0;
  while (length < one.length && length < other.length && one.at(-length - 1) === other.at(-length - 1)) {
    length++;
  }
  const slash = other.indexOf('/', other.length - length);
  return slash < 0 ? other : other.slice(slash + 1);
}

/** Git adds a tab to a name with spaces, other programs also a time, and terminals end lines with `\r`. */
function withoutTime(name: string): string {
  return name.replace(/[\t\r].*/s, '');
}
