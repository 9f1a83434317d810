import ignore, { type Ignore } from 'ignore';

/**
 * Maximum cost of the patterns of all files together, which limits the time for each path: files, patterns and paths
 * come with the workspace. A pattern costs one, and more with several wildcards; what is too expensive does not count.
 */
const MAX_PATTERN_COST = 2000;

/** Maximum length of a pattern, in characters. Nobody writes longer ones. */
const MAX_PATTERN_CHARS = 500;

/** Maximum number of names of a path that are looked at: what is deeper is ignored where the folder at this depth is. */
const MAX_DEPTH = 32;

/**
 * What Git ignores in a folder, by the ignore files of a repository. Paths are relative to the repository's root, with
 * forward slashes, and `''` for itself.
 */
export class GitIgnore {
  readonly #base: string;
  readonly #options: { readonly ignoreCase: boolean; readonly allowRelativePaths: true };
  readonly #patterns = new Map<string, readonly string[]>();
  readonly #rules = new Map<string, Ignore>();
  #remainingCost = MAX_PATTERN_COST;

  /**
   * @param base the folder, which is not ignored itself, since it was asked for
   * @param ignoreCase Git's `core.ignoreCase`
   */
  constructor(base: string, ignoreCase = false) {
    this.#base = base;
    // Otherwise the library throws for paths that are not relative to the root, of which it ignores none.
    this.#options = { ignoreCase, allowRelativePaths: true };
  }

  /** @param text of an ignore file in that folder; one that is added later takes precedence there */
  add(folder: string, text: string): void {
    const patterns = [...(this.#patterns.get(folder) ?? [])];
    for (const line of text.split('\n')) {
      const pattern = toRootPattern(folder, line);
      const cost = costOf(line);
      if (pattern !== undefined && cost <= this.#remainingCost) {
        this.#remainingCost -= cost;
        patterns.push(pattern);
      }
    }
    this.#patterns.set(folder, patterns);
    this.#rules.clear();
  }

  /** Of all files, each relative to the root. */
  get patterns(): readonly string[] {
    return [...this.#patterns.values()].flat();
  }

  /** @param path of something in the folder; that of a folder ends with a slash */
  ignores(path: string): boolean {
    const names = path.split('/');
    const known = names.length > MAX_DEPTH ? `${names.slice(0, MAX_DEPTH).join('/')}/` : path;
    return this.#rulesIn(parentOf(known)).ignores(known);
  }

  /** The patterns of all files that are about what is in a folder: those of nearer files come later, and decide. */
  #rulesIn(folder: string): Ignore {
    const known = this.#rules.get(folder);
    if (known !== undefined) {
      return known;
    }
    const above = folder === '' ? ignore(this.#options) : this.#rulesIn(parentOf(folder));
    const parents = folder === this.#base ? folderAndParents(folder) : [];
    const own = [
      ...(this.#patterns.get(folder) ?? []),
      ...parents.map((parent) => `!/${escapePattern(parent)}/`),
    ];
    const rules = own.length === 0 ? above : ignore(this.#options).add(above).add(own);
    this.#rules.set(folder, rules);
    return rules;
  }
}

/** Returns a line of an ignore file in a folder as a pattern relative to the root, or undefined if there is none in it. */
function toRootPattern(folder: string, line: string): string | undefined {
  if (line.startsWith('#') || line.length > MAX_PATTERN_CHARS) {
    return undefined;
  }
  const isNegated = line.startsWith('!');
  const text = isNegated ? line.slice(1) : line;
  const path = text.replace(/^\//, '');
  if (path.trim() === '') {
    return undefined;
  }
  const isAnchored = /\/(?![ \r]*$)/.test(text);
  const start = folder === '' ? '/' : `/${escapePattern(folder)}/`;
  return `${isNegated ? '!' : ''}${start}${isAnchored ? '' : '**/'}${path}`;
}

/**
 * The library keeps the regular expression of `*` from backtracking, but beside a class with a slash in one of its
 * ranges: `*[--0]*[--0]*[--0]*[--0]b` takes seconds for one name. Nor is it kept from it for `**` between slashes. With
 * each such wildcard the time grows by another power of the path's length.
 */
function costOf(pattern: string): number {
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  const mayHoldSlash = /\[.*(?:\/|[^0-\uffff]-[/-\uffff])/s.test(pattern);
  const backtracking = mayHoldSlash ? wildcards : (pattern.match(/\/\*{2,}(?=\/)/g)?.length ?? 0);
  return Math.max(1, wildcards) * 10 ** backtracking;
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[]/g, '\\$&');
}

/** The folder itself and those it is in, but for the root. */
function folderAndParents(folder: string): string[] {
  return folder === '' ? [] : [...folderAndParents(parentOf(folder)), folder];
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/', path.length - 2)));
}

/** Maximum number of folders that a search is told. */
const MAX_GLOBS = 400;

/** One of names alone, in any folder or from one on, without signs that mean something else in a list of globs. */
const LITERAL_PATTERN =
  /^\/(?<start>(?:[\w.@+-]+\/)*)(?<any>\*\*\/)?(?<end>[\w.@+-]+(?:\/[\w.@+-]+)*)\/?[ \r]*$/;

/**
 * Globs for VS Code's searches of folders that Git ignores, so that they are not even walked: never of more than that,
 * and only of those that are ignored by their names. Where a pattern may take a folder in again it is no part of them.
 *
 * @param patterns those of all ignore files, relative to the root
 * @param base the folder that is searched, which the globs are relative to
 */
export function ignoredFolderGlobs(patterns: readonly string[], base: string): string[] {
  const negated = patterns.filter((pattern) => pattern.startsWith('!'));
  const takenBack = ignore().add(negated.map((pattern) => `**/${lastSegment(pattern)}`));
  const globs = patterns
    .filter((pattern) => LITERAL_PATTERN.test(pattern) && !takenBack.ignores(lastSegment(pattern)))
    .flatMap((pattern) => globOf(pattern, base) ?? []);
  return [...new Set(globs)].slice(0, MAX_GLOBS);
}

/** Returns undefined if it is about nothing in that folder. */
function globOf(pattern: string, base: string): string | undefined {
  const { start = '', any = '', end = '' } = LITERAL_PATTERN.exec(pattern)?.groups ?? {};
  const above = base === '' ? '' : `${base}/`;
  if (start.startsWith(above)) {
    return `${start.slice(above.length)}${any}${end}/**`;
  }
  return any !== '' && above.startsWith(start) ? `${any}${end}/**` : undefined;
}

function lastSegment(pattern: string): string {
  const path = pattern.replace(/\/?[ \r]*$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}
