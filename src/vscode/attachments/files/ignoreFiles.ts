import * as vscode from 'vscode';
import { GitIgnore, ignoredFolderGlobs, ignoresCase } from '../../../core/attachments/gitIgnore.ts';
import { findRepository, readSmallFile } from './gitFolder.ts';

const IGNORE_FILE_NAME = '.gitignore';

/** Maximum number of `.gitignore` files to read, nearest to the root first: the file system may be remote. */
const MAX_FILES = 200;

/** How long filtering may run before it yields to the extension host's event loop, in ms. */
const TIME_SLICE_MS = 20;

/**
 * What Git ignores in a folder, by the repository's `info/exclude` and `.gitignore` files: those from its root down to
 * the folder, and those found in the folder. Without a repository, the workspace folder is the root. The user's global
 * list (`core.excludesFile`) is not read.
 */
export class IgnoreFiles {
  readonly #root: vscode.Uri;
  readonly #basePath: string;
  readonly #rules: GitIgnore;
  readonly #readFolders = new Set<string>();

  private constructor(folder: vscode.Uri, root: vscode.Uri, config: string) {
    this.#root = root;
    this.#basePath = this.#pathOf(folder);
    this.#rules = new GitIgnore(this.#basePath, ignoresCase(config));
  }

  /** Reads the ignore files from the root down to the folder. */
  static async forFolder(folder: vscode.Uri): Promise<IgnoreFiles> {
    const repository = await findRepository(folder);
    const readGitFile = (path: string) =>
      repository?.gitFolder && readSmallFile(vscode.Uri.joinPath(repository.gitFolder, path));
    const [config = '', exclude = ''] = await Promise.all([
      readGitFile('config'),
      readGitFile('info/exclude'),
    ]);
    const root = repository?.root ?? vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    const files = new IgnoreFiles(folder, root, config);
    files.#rules.add('', exclude);
    const names = files.#basePath === '' ? [] : files.#basePath.split('/');
    await files.#readIn(['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]);
    return files;
  }

  /** Ignored folders, as exclude globs for a search; `filter` removes other ignored files. */
  get ignoredFolderGlobs(): string[] {
    return ignoredFolderGlobs(this.#rules.patterns, this.#basePath);
  }

  /** Reads those of the files that are ignore files. */
  async readFound(files: readonly vscode.Uri[]): Promise<void> {
    const folders = files
      .filter(({ path }) => path.endsWith(`/${IGNORE_FILE_NAME}`))
      .map((uri) => this.#pathOf(vscode.Uri.joinPath(uri, '..')));
    const byDepth = folders.toSorted((one, other) => one.split('/').length - other.split('/').length);
    await this.#readIn(byDepth);
  }

  /** Whether a folder is ignored, provided that none of its parents is. */
  ignoresFolder(folder: vscode.Uri): boolean {
    return this.#rules.ignores(`${this.#pathOf(folder)}/`);
  }

  /** Removes ignored files, unless Git ignores whatever is in the folder. */
  async filter(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    if (this.#ignoresAll) {
      return files;
    }
    const included: vscode.Uri[] = [];
    let start = performance.now();
    for (const uri of files) {
      if (!this.#rules.ignores(this.#pathOf(uri))) {
        included.push(uri);
      }
      if (performance.now() - start > TIME_SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        start = performance.now();
      }
    }
    return included;
  }

  get #ignoresAll(): boolean {
    const anyName = '\u0001';
    const path = this.#basePath === '' ? anyName : `${this.#basePath}/${anyName}`;
    return this.#rules.ignores(path) && !this.#rules.patterns.some((pattern) => pattern.startsWith('!'));
  }

  async #readIn(folders: readonly string[]): Promise<void> {
    const unread = folders
      .filter((folder) => !this.#readFolders.has(folder))
      .slice(0, MAX_FILES - this.#readFolders.size);
    const texts = await Promise.all(
      unread.map((folder) => readSmallFile(vscode.Uri.joinPath(this.#root, folder, IGNORE_FILE_NAME))),
    );
    for (const [index, folder] of unread.entries()) {
      this.#readFolders.add(folder);
      this.#rules.add(folder, texts[index] ?? '');
    }
  }

  /** Relative to the root. */
  #pathOf({ path }: vscode.Uri): string {
    const start = this.#root.path.endsWith('/') ? this.#root.path : `${this.#root.path}/`;
    return path.startsWith(start) ? path.slice(start.length) : '';
  }
}
