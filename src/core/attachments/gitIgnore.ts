import ignore, { type Ignore } from 'ignore';

/**
 * Maximum total cost of all patterns. It limits the time per path, since ignore files and paths come with the
 * workspace and can't be trusted. A pattern costs one, or more with several wildcards; patterns beyond the limit are
 * skipped.
 */
const MAX_PATTERN_COST = 2000;

/** Maximum length of a pattern, in UTF-16 units. Patterns written by hand are shorter. */
const MAX_PATTERN_CHARS = 500;

/** Maximum number of path segments that are checked: anything deeper is ignored if its ancestor at this depth is. */
const MAX_DEPTH = 32;

/**
 * Decides which files in a folder Git ignores, from the ignore files of the repository. Paths are relative to the
 * repository root, with forward slashes; the root is `''`.
 */
export class GitIgnore {
  readonly #base: string;
  readonly #options: { readonly ignoreCase: boolean; readonly allowRelativePaths: true };
  readonly #patterns = new Map<string, readonly string[]>();
  readonly #rules = new Map<string, Ignore>();
  #remainingCost = MAX_PATTERN_COST;

  /**
   * @param base the folder; never ignored itself, since the user asked for it
   * @param ignoreCase Git's `core.ignoreCase`
   */
  constructor(base: string, ignoreCase = false) {
    this.#base = base;
    // Paths outside the root are not ignored. Without this option, the library throws for them.
    this.#options = { ignoreCase, allowRelativePaths: true };
  }

  /** @param text content of an ignore file in the folder; one added later takes precedence */
  add(folder: string, text: string): void {
    const patterns = [...(this.#patterns.get(folder) ?? [])];
    for (const line of text.split('\n')) {
      const pattern = toRootPattern(folder, line);
      // The cost of a line without a pattern is not even asked for: it may be long.
      const cost = pattern === undefined ? Infinity : costOf(line);
      if (pattern !== undefined && cost <= this.#remainingCost) {
        this.#remainingCost -= cost;
        patterns.push(pattern);
      }
    }
    this.#patterns.set(folder, patterns);
    this.#rules.clear();
  }

  /** The patterns of all ignore files, relative to the root. */
  get patterns(): readonly string[] {
    return [...this.#patterns.values()].flat();
  }

  /** @param path path in the folder; the path of a folder ends with a slash */
  ignores(path: string): boolean {
    const names = path.split('/');
    const checkedPath = names.length > MAX_DEPTH ? `${names.slice(0, MAX_DEPTH).join('/')}/` : path;
    return this.#rulesIn(parentOf(checkedPath)).ignores(checkedPath);
  }

  /** All rules for the content of a folder. Rules of nearer ignore files are added later and take precedence. */
  #rulesIn(folder: string): Ignore {
    const known = this.#rules.get(folder);
    if (known !== undefined) {
      return known;
    }
    const parentRules = folder === '' ? ignore(this.#options) : this.#rulesIn(parentOf(folder));
    const parents = folder === this.#base ? folderAndParents(folder) : [];
    const ownPatterns = [
      ...(this.#patterns.get(folder) ?? []),
      ...parents.map((parent) => `!/${escapePattern(parent)}/`),
    ];
    const rules =
      ownPatterns.length === 0 ? parentRules : ignore(this.#options).add(parentRules).add(ownPatterns);
    this.#rules.set(folder, rules);
    return rules;
  }
}

/** Git's `core.ignoreCase`, as the text of a repository's `config` has it. */
export function ignoresCase(config: string): boolean {
  return /^[ \t]*ignorecase[ \t]*=[ \t]*true[ \t]*\r?$/im.test(config);
}

/** Returns a line of a folder's ignore file as a pattern relative to the root, or `undefined` if it has none. */
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
 * The library prevents backtracking for `*`, except next to a character class with a slash in one of its ranges:
 * `*[--0]*[--0]*[--0]*[--0]b` takes seconds for one name. Nor does it prevent backtracking for `**` between slashes.
 * Each such wildcard multiplies the time by the length of the path.
 */
function costOf(pattern: string): number {
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  const canMatchSlash = /^[^[]*\[.*(?:\/|[^0-\uffff]-[/-\uffff])/s.test(pattern);
  const backtracking = canMatchSlash ? wildcards : (pattern.match(/\/\*{2,}(?=\/)/g)?.length ?? 0);
  return Math.max(1, wildcards) * 10 ** backtracking;
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[]/g, '\\$&');
}

/** The folder and its ancestors, except the root. */
function folderAndParents(folder: string): string[] {
  return folder === '' ? [] : [...folderAndParents(parentOf(folder)), folder];
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/', path.length - 2)));
}

/** Maximum number of globs for a search. */
const MAX_GLOBS = 400;

/** A pattern of literal names, in any folder or below a given one, without characters that are special in globs. */
const LITERAL_PATTERN =
  /^\/(?<start>(?:[\w.@+-]+\/)*)(?![\w.@+-]+\/[\w.@+-])(?<any>\*\*\/)?(?<end>[\w.@+-]+(?:\/[\w.@+-]+)*)\/?[ \r]*$/;

/**
 * Globs that exclude ignored folders from VS Code's searches, so that they aren't traversed. Covers only folders that
 * are ignored by a literal name, and never excludes more than Git does: a pattern is skipped if a negated one may
 * include the folder again.
 *
 * @param patterns patterns of all ignore files, relative to the root
 * @param base the folder to search, which the globs are relative to
 */
export function ignoredFolderGlobs(patterns: readonly string[], base: string): string[] {
  const negated = patterns.filter((pattern) => pattern.startsWith('!'));
  const negatedRules = ignore().add(negated.map((pattern) => `**/${lastSegment(pattern)}`));
  const globs = patterns
    .filter((pattern) => LITERAL_PATTERN.test(pattern) && !negatedRules.ignores(lastSegment(pattern)))
    .flatMap((pattern) => globOf(pattern, base) ?? []);
  return [...new Set(globs)].slice(0, MAX_GLOBS);
}

/** Returns `undefined` if the pattern doesn't apply inside the folder. */
function globOf(pattern: string, base: string): string | undefined {
  const { start = '', any = '', end = '' } = LITERAL_PATTERN.exec(pattern)?.groups ?? {};
  const basePrefix = base === '' ? '' : `${base}/`;
  if (start.startsWith(basePrefix)) {
    return `${start.slice(basePrefix.length)}${any}${end}/**`;
  }
  return any !== '' && basePrefix.startsWith(start) ? `${any}${end}/**` : undefined;
}

function lastSegment(pattern: string): string {
  const path = pattern.replace(/(?<![ \r])[ \r]+$/, '').replace(/\/$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}
