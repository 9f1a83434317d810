import * as vscode from 'vscode';
import {
  fuzzyFileScore,
  minContiguousFileScore,
  parentFoldersOf,
  type Scored,
  scoreItems,
} from '../../../core/attachments/fuzzyScore.ts';
import { endsGlob, nameGlobs } from '../../../core/attachments/nameGlobs.ts';
import { displayPath } from '../../displayPath.ts';
import { canNarrow, FolderSearch, type FoundFiles } from './searchFiles.ts';

/** Maximum number of files of one narrowed search: VS Code takes about 50 ms for 1,000. */
const MAX_FOUND = 1000;

/** Maximum number of files where a search can't be narrowed. */
const MAX_LISTED = 50_000;

/** How long ignore files, and lists of all files, are used again while the user types, in ms. */
const TTL_MS = 10_000;

/** A file or folder of the workspace. */
export interface NamedFile {
  /** As shown, see `displayPath`. */
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly isFolder: boolean;
}

/** Matches that were not found before. */
interface Stage {
  readonly files: readonly Scored<NamedFile>[];
  /** No match that is found later has a higher score. */
  readonly minScore: number;
  /** Whether all files that match have been found. */
  readonly isAll: boolean;
}

/** A workspace folder. */
interface Root {
  readonly search: FolderSearch;
  /** What is shown before the paths of its files. */
  readonly prefix: string;
  /** All files, where the search can't be narrowed. */
  readonly all: () => Promise<FoundFiles>;
}

interface NamedFiles {
  readonly files: readonly NamedFile[];
  readonly isAll: boolean;
}

/**
 * Finds every file and folder of the workspace by its name, however many there are: what is typed narrows the search, so
 * that it is always fast.
 */
export class WorkspaceFiles {
  readonly #maxFound: number;
  #roots: Promise<readonly Root[]> = Promise.resolve([]);
  #rootNames = '';
  /** On the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param maxFound number of files after which a narrowed search ends */
  constructor(maxFound = MAX_FOUND) {
    this.#maxFound = maxFound;
  }

  /**
   * Yields the matches in stages, the best ones first. Each stage searches for more than the ones before it, and is left
   * out if there are enough matches. It ends early if it is canceled.
   * @param query in lower case; an empty one matches all files
   * @param maxItems number of matches that are enough
   */
  async *find(query: string, maxItems: number, token: vscode.CancellationToken): AsyncGenerator<Stage> {
    const roots = await this.#readRoots();
    const seen = new Set<string>();
    const search = async (globsOf: (root: Root) => readonly string[], isLast = false) => {
      const found = await Promise.all(
        token.isCancellationRequested ? [] : roots.map((root) => this.#search(root, globsOf, isLast, token)),
      );
      const files = found.flatMap((each) => each.files).filter(({ uri }) => isNew(uri.toString(), seen));
      return { files, isAll: found.every(({ isAll }) => isAll) };
    };
    if (query === '') {
      const { files, isAll } = await search(() => ['**/*'], true);
      yield { files: files.map((item) => ({ item, score: 0 })), minScore: Number.NEGATIVE_INFINITY, isAll };
      return;
    }
    const score = (files: readonly NamedFile[]) =>
      scoreItems(files, ({ path }) => fuzzyFileScore(query, path));
    const globs = ({ prefix }: Root) => nameGlobs(query, prefix);
    const minScore = minContiguousFileScore(query);

    const contiguous = await search((root) => {
      const { names, folders, paths } = globs(root);
      return query.includes('/') ? [paths] : [names, folders];
    });
    const first = score(contiguous.files);
    yield { files: first, minScore, isAll: false };

    const isEnough = first.filter((match) => match.score >= minScore).length > maxItems;
    const wide = await search(
      (root) => [
        ...(isEnough ? [] : [globs(root).scatteredPaths]),
        ...(contiguous.isAll ? [] : globs(root).exact),
      ],
      !isEnough,
    );
    const rest =
      isEnough || wide.isAll
        ? { files: [], isAll: !isEnough }
        : await search((root) => [globs(root).scatteredNames, globs(root).paths]);
    yield {
      files: score([...wide.files, ...rest.files]),
      minScore: Number.NEGATIVE_INFINITY,
      isAll: contiguous.isAll && wide.isAll && rest.isAll,
    };
  }

  /**
   * The files whose paths end with each of these, after a slash, where searching is fast. Returns `undefined` for an end
   * that too many have.
   */
  async findByEnds(ends: readonly string[]): Promise<(readonly vscode.Uri[] | undefined)[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    // Reading the ignore files of a folder that can't be searched takes until the time limit of a search.
    const all = folders.some(({ uri }) => canNarrow(uri)) ? await this.#readRoots() : [];
    const roots = all.filter(({ search }) => search.canNarrow);
    const tooMany = new Set<string>();
    for (let left = ends; left.length > 0; left = ends.filter((end) => !tooMany.has(end))) {
      const glob = endsGlob(left);
      const found = await Promise.all(roots.map(({ search }) => search.find(glob, this.#maxFound)));
      const files = found.flatMap((each) => each.files);
      const filesOf = (end: string) => files.filter(({ path }) => path.endsWith(`/${end}`));
      if (found.every(({ isAll }) => isAll)) {
        return ends.map((end) => (tooMany.has(end) ? undefined : filesOf(end)));
      }
      const many = left.filter((end) => filesOf(end).length > 1);
      // The rest may be among what was not found, unless all that was found is ignored.
      for (const end of many.length > 0 ? many : left) {
        tooMany.add(end);
      }
    }
    return ends.map(() => undefined);
  }

  /** @param isLast whether files that are not found now won't be found */
  async #search(
    root: Root,
    globsOf: (root: Root) => readonly string[],
    isLast: boolean,
    token: vscode.CancellationToken,
  ): Promise<NamedFiles> {
    if (!root.search.canNarrow) {
      return isLast ? toNamedFiles(root, [await root.all()]) : { files: [], isAll: true };
    }
    const find = (globs: readonly string[]) =>
      Promise.all(globs.map((glob) => root.search.find(glob, this.#maxFound, token)));
    const globs = globsOf(root);
    const found = await find(globs);
    // Of all files, those at the top are not found by chance.
    const isAny = globs[0] === '**/*' && found.some(({ isAll }) => !isAll);
    return isAny ? { ...toNamedFiles(root, await find(['*'])), isAll: false } : toNamedFiles(root, found);
  }

  #readRoots(): Promise<readonly Root[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const names = folders.map(({ uri }) => uri.toString()).join('\n');
    if (names !== this.#rootNames || performance.now() - this.#readAt > TTL_MS) {
      this.#rootNames = names;
      this.#readAt = performance.now();
      this.#roots = Promise.all(folders.map(({ uri }) => readRoot(uri, folders.length > 1)));
    }
    return this.#roots;
  }
}

async function readRoot(uri: vscode.Uri, isOneOfSeveral: boolean): Promise<Root> {
  const search = await FolderSearch.in(uri);
  const name = isOneOfSeveral ? displayPath(uri) : '';
  let all: Promise<FoundFiles> | undefined;
  return {
    search,
    prefix: name === '' ? '' : `${name}/`,
    all: () => (all ??= search.findAll(MAX_LISTED)),
  };
}

/** The files and the folders that they are in. `findFiles` returns no folders. */
function toNamedFiles({ search, prefix }: Root, found: readonly FoundFiles[]): NamedFiles {
  const { path, authority } = search.folder;
  const start = path.endsWith('/') ? path : `${path}/`;
  const inside = found
    .flatMap(({ files }) => files)
    .filter((uri) => uri.authority === authority && uri.path.startsWith(start))
    .map((uri) => ({ name: uri.path.slice(start.length), uri }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = inside.map(({ name, uri }) => ({ path: prefix + name, uri, isFolder: false }));
  const folders = parentFoldersOf(inside.map(({ name }) => name)).map((name) => ({
    path: prefix + name,
    uri: vscode.Uri.joinPath(search.folder, name),
    isFolder: true,
  }));
  return { files: [...files, ...folders], isAll: found.every(({ isAll }) => isAll) };
}

function isNew(key: string, seen: Set<string>): boolean {
  const isKnown = seen.has(key);
  seen.add(key);
  return !isKnown;
}
