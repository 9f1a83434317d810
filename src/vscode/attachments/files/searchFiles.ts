import * as vscode from 'vscode';
import { withTimeout } from '../../withTimeout.ts';
import { IgnoreFiles } from './ignoreFiles.ts';

/** File systems that VS Code can always search. */
const SEARCHABLE_SCHEMES = ['file', 'vscode-remote'];

/** Timeout for other file systems, in ms: without a search provider, `findFiles` never resolves. */
const SEARCH_TIMEOUT_MS = 2000;

/** Maximum number of folders to walk: each is a call to a file system that may be remote. */
const MAX_FOLDERS = 200;

/** Maximum number of `.gitignore` files to look for. */
const MAX_IGNORE_FILES = 1000;

/** Maximum depth of files that are listed by depth. */
const MAX_DEPTH = 20;

/** Downloaded and generated folders, which most workspaces exclude from version control. */
const DEFAULT_EXCLUDES = [
  '**/.git',
  '**/node_modules',
  '**/bower_components',
  '**/__pycache__',
  '**/.venv',
  '**/.gradle',
  '**/.next',
  '**/.DS_Store',
];

/** Files in any order. */
export interface FoundFiles {
  readonly files: readonly vscode.Uri[];
  /** Whether no other files match. */
  readonly isAll: boolean;
}

/** The first of the files in a folder. */
export interface FirstFiles extends FoundFiles {
  /** Number of all files, or of more of them than are listed if `isAll` is false. */
  readonly count: number;
}

/** Searches one folder, without hidden files and files that Git ignores. */
export class FolderSearch {
  readonly folder: vscode.Uri;
  readonly #ignored: IgnoreFiles;
  readonly #timeoutMs: number;
  readonly #canSearch: boolean;

  private constructor(folder: vscode.Uri, ignored: IgnoreFiles, timeoutMs: number, canSearch: boolean) {
    this.folder = folder;
    this.#ignored = ignored;
    this.#timeoutMs = timeoutMs;
    this.#canSearch = canSearch;
  }

  /** Reads the ignore files. Only this takes as long as the folder is large; searches end with their limit. */
  static async in(folder: vscode.Uri, timeoutMs = SEARCH_TIMEOUT_MS): Promise<FolderSearch> {
    const ignored = await IgnoreFiles.forFolder(folder);
    const globs = ignored.ignoredFolderGlobs;
    const found = await findInFolder(folder, '**/.gitignore', globs, MAX_IGNORE_FILES, timeoutMs);
    await ignored.readFound(found ?? []);
    return new FolderSearch(folder, ignored, timeoutMs, found !== undefined);
  }

  /** As `canNarrow`. */
  get canNarrow(): boolean {
    return canNarrow(this.folder);
  }

  /** The files that match a glob, which is relative to the folder. */
  async find(glob: string, maxFiles: number, token?: vscode.CancellationToken): Promise<FoundFiles> {
    const globs = this.#ignored.ignoredFolderGlobs;
    const found = (await findInFolder(this.folder, glob, globs, maxFiles, this.#timeoutMs, token)) ?? [];
    return { files: await this.#ignored.filter(found), isAll: found.length < maxFiles };
  }

  /**
   * All files. Walks the folders if VS Code can't search the file system. The user chose this folder, so its files are
   * listed even if all of them are ignored.
   */
  async findAll(maxFiles: number): Promise<FoundFiles> {
    const found = this.#canSearch ? await this.find('**/*', maxFiles) : undefined;
    if (found !== undefined && found.files.length > 0) {
      return found;
    }
    const others = SEARCHABLE_SCHEMES.includes(this.folder.scheme)
      ? ((await findInFolder(this.folder, '**/*', [], maxFiles, this.#timeoutMs)) ?? [])
      : await walk(this.folder, this.#ignored);
    return { files: others, isAll: others.length < maxFiles };
  }

  /**
   * The first files in the order of their paths or, if there are more than can be found, those that are not as deep in
   * the folder as the others.
   * @param maxFound if there are more files, it is not known how many
   */
  async first(maxFiles: number, maxFound: number): Promise<FirstFiles> {
    const found = await this.findAll(maxFound);
    const { isAll } = found;
    const files = isAll || !this.canNarrow ? found.files : await this.#findByDepth(maxFiles, maxFound);
    return { files: files.toSorted(comparePaths).slice(0, maxFiles), isAll, count: found.files.length };
  }

  async #findByDepth(maxFiles: number, maxFound: number): Promise<readonly vscode.Uri[]> {
    const files: vscode.Uri[] = [];
    for (let depth = 0; depth < MAX_DEPTH && files.length < maxFiles; depth += 1) {
      // Without a limit for the first files: which of them are found first is a matter of chance.
      const limit = files.length === 0 ? Number.MAX_SAFE_INTEGER : maxFound;
      const level = await this.find(`${'*/'.repeat(depth)}*`, limit);
      if (!level.isAll) {
        break;
      }
      files.push(...level.files.toSorted(comparePaths).slice(0, maxFiles - files.length));
    }
    return files;
  }
}

/** Whether `find` is fast whatever the glob. In a browser without a server, VS Code tries globs on each file. */
export function canNarrow({ scheme }: vscode.Uri): boolean {
  const isOnServer = vscode.env.uiKind === vscode.UIKind.Desktop || vscode.env.remoteName !== undefined;
  return SEARCHABLE_SCHEMES.includes(scheme) && isOnServer;
}

/** Returns `undefined` if the search takes too long. Returns no files if it is canceled. */
async function findInFolder(
  folder: vscode.Uri,
  glob: string,
  ignored: readonly string[],
  maxFiles: number,
  timeoutMs: number,
  token?: vscode.CancellationToken,
): Promise<readonly vscode.Uri[] | undefined> {
  const pattern = new vscode.RelativePattern(folder, glob);
  const excluded = excludePattern(ignored);
  if (SEARCHABLE_SCHEMES.includes(folder.scheme)) {
    return vscode.workspace.findFiles(pattern, excluded, maxFiles, token);
  }
  const cancel = new vscode.CancellationTokenSource();
  const listener = token?.onCancellationRequested(() => cancel.cancel());
  try {
    const found = vscode.workspace.findFiles(pattern, excluded, maxFiles, cancel.token);
    return await withTimeout(timeoutMs, found, undefined);
  } finally {
    listener?.dispose();
    cancel.cancel();
    cancel.dispose();
  }
}

/**
 * Lists the files in a folder, recursively, for file systems that VS Code can't search. Doesn't follow links or enter
 * ignored folders.
 */
async function walk(root: vscode.Uri, ignored: IgnoreFiles): Promise<readonly vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const folders = [root];
  for (let index = 0; index < Math.min(folders.length, MAX_FOLDERS); index += 1) {
    const folder = folders[index] ?? root;
    const entries = await readEntries(folder);
    const entriesOfType = (wanted: vscode.FileType): vscode.Uri[] =>
      entries.flatMap(([name, type]) => (type === wanted ? [vscode.Uri.joinPath(folder, name)] : []));
    const folderFiles = entriesOfType(vscode.FileType.File);
    files.push(...folderFiles);
    await ignored.readFound(folderFiles);
    folders.push(...entriesOfType(vscode.FileType.Directory).filter((uri) => !isExcluded(uri, ignored)));
  }
  const included = await ignored.filter(files);
  return included.length === 0 ? files : included;
}

function isExcluded(folder: vscode.Uri, ignored: IgnoreFiles): boolean {
  return (
    isExcludedByDefault(folder.path.slice(folder.path.lastIndexOf('/') + 1)) || ignored.ignoresFolder(folder)
  );
}

async function readEntries(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** Whether a file or folder of this name, such as `node_modules`, is never looked into. */
export function isExcludedByDefault(name: string): boolean {
  return DEFAULT_EXCLUDES.includes(`**/${name}`);
}

function comparePaths(a: vscode.Uri, b: vscode.Uri): number {
  return a.path < b.path ? -1 : 1;
}

/**
 * Exclude pattern of `search.exclude`, the default excludes and what Git ignores. VS Code itself applies
 * `files.exclude`.
 *
 * @param ignored globs of the folders that Git ignores
 */
function excludePattern(ignored: readonly string[]): string {
  const setting = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude') ?? {};
  // `findFiles` supports no conditions (`when` of a sibling file).
  const hidden = Object.keys(setting).filter((pattern) => setting[pattern] === true);
  return `{${[...new Set([...hidden, ...ignored, ...DEFAULT_EXCLUDES])].join(',')}}`;
}
