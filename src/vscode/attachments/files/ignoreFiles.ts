import * as vscode from 'vscode';
import { GitIgnore, ignoredFolders } from '../../../core/attachments/gitIgnore.ts';
import { findRepository, smallText } from './gitFolder.ts';

const NAME = '.gitignore';

/** As many are read, those nearest to the root first: each is a question to a file system that may be far away. */
const MOST_FILES = 200;

/** So long at a time the extension host does nothing else. ms */
const SLICE = 20;

/**
 * What Git ignores in a folder, by the repository's `info/exclude` and its `.gitignore` files: those on the way from its
 * root to the folder, and those in the folder that were found. Without a repository it is the workspace folder that they
 * are read from on. What the user ignores in all repositories (`core.excludesFile`) does not count.
 */
export class IgnoreFiles {
  readonly #root: vscode.Uri;
  readonly #base: string;
  readonly #rules: GitIgnore;
  readonly #read = new Set<string>();

  private constructor(folder: vscode.Uri, root: vscode.Uri, config: string) {
    this.#root = root;
    this.#base = this.#pathOf(folder);
    this.#rules = new GitIgnore(this.#base, /^\s*ignorecase\s*=\s*true\s*$/im.test(config));
  }

  /** Knows those on the way to a folder, and its own. */
  static async above(folder: vscode.Uri): Promise<IgnoreFiles> {
    const repository = await findRepository(folder);
    const textIn = (path: string) => repository && smallText(vscode.Uri.joinPath(repository.gitFolder, path));
    const [config = '', exclude = ''] = await Promise.all([textIn('config'), textIn('info/exclude')]);
    const root = repository?.root ?? vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    const files = new IgnoreFiles(folder, root, config);
    files.#rules.add('', exclude);
    const names = files.#base === '' ? [] : files.#base.split('/');
    await files.#readIn(['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]);
    return files;
  }

  /** Folders that are ignored, as globs for a search in that folder; what else is ignored is left to `keep`. */
  get globs(): string[] {
    return ignoredFolders(this.#rules.patterns, this.#base);
  }

  /** Reads those that were found in the folder. */
  async readFound(files: readonly vscode.Uri[]): Promise<void> {
    const folders = files
      .filter(({ path }) => path.endsWith(`/${NAME}`))
      .map((uri) => this.#pathOf(vscode.Uri.joinPath(uri, '..')));
    const byDepth = folders.toSorted((one, other) => one.split('/').length - other.split('/').length);
    await this.#readIn(byDepth);
  }

  /** Whether a folder is left out, where none that it is in is. */
  leavesOutFolder(folder: vscode.Uri): boolean {
    return this.#rules.ignores(`${this.#pathOf(folder)}/`);
  }

  /** Those of the files in the folder that are not left out; all, where that would be none of them. */
  async keep(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const kept: vscode.Uri[] = [];
    let start = performance.now();
    for (const uri of files) {
      if (!this.#rules.ignores(this.#pathOf(uri))) {
        kept.push(uri);
      }
      if (performance.now() - start > SLICE) {
        await new Promise((resolve) => setTimeout(resolve));
        start = performance.now();
      }
    }
    return kept.length === 0 ? files : kept;
  }

  async #readIn(folders: readonly string[]): Promise<void> {
    const unread = folders.filter((folder) => !this.#read.has(folder)).slice(0, MOST_FILES - this.#read.size);
    const texts = await Promise.all(
      unread.map((folder) => smallText(vscode.Uri.joinPath(this.#root, folder, NAME))),
    );
    for (const [index, folder] of unread.entries()) {
      this.#read.add(folder);
      this.#rules.add(folder, texts[index] ?? '');
    }
  }

  /** From the root on. */
  #pathOf({ path }: vscode.Uri): string {
    const start = this.#root.path.endsWith('/') ? this.#root.path : `${this.#root.path}/`;
    return path.startsWith(start) ? path.slice(start.length) : '';
  }
}
