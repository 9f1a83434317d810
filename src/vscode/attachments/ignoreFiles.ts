import * as vscode from 'vscode';
import { GitIgnore } from '../../core/context/gitIgnore.ts';
import { ignoredGlobs } from '../../core/context/ignoredGlobs.ts';

const NAME = '.gitignore';

/** As many are read, those nearest to the folder first: each is a question to a file system that may be far away. */
const MOST_FILES = 200;

/** Larger ones are no lists that somebody wrote. Bytes */
const LARGEST = 256 * 1024;

/** So long at a time the extension host does nothing else. ms */
const SLICE = 20;

/** The `.gitignore` files that are about a folder: those on the way to it from the workspace folder, and in it. */
export class IgnoreFiles {
  readonly #root: vscode.Uri;
  readonly #base: string;
  readonly #rules = new GitIgnore();
  #read = 0;

  private constructor(folder: vscode.Uri) {
    this.#root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    this.#base = this.#pathOf(folder);
  }

  /** Knows those on the way to a folder, and its own. */
  static async above(folder: vscode.Uri): Promise<IgnoreFiles> {
    const files = new IgnoreFiles(folder);
    const names = files.#base === '' ? [] : files.#base.split('/');
    await files.#readIn(['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]);
    return files;
  }

  /** What they leave out, as patterns for a search in that folder; some of it is left to `keep`. */
  get globs(): string[] {
    return ignoredGlobs(this.#rules.files, this.#base);
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
    return this.#rules.leavesOut(this.#pathOf(folder), true);
  }

  /** Those of the files in the folder that are not left out; all, where that would be none of them. */
  async keep(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const isLeftOut = this.#rules.leftOutIn(this.#base);
    const kept: vscode.Uri[] = [];
    let start = performance.now();
    for (const uri of files) {
      if (!isLeftOut(this.#pathOf(uri))) {
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
    const unread = folders.filter((folder) => !this.#rules.has(folder)).slice(0, MOST_FILES - this.#read);
    this.#read += unread.length;
    const texts = await Promise.all(unread.map((folder) => this.#textIn(folder)));
    for (const [index, folder] of unread.entries()) {
      this.#rules.add(folder, texts[index] ?? '');
    }
  }

  async #textIn(folder: string): Promise<string> {
    const uri = vscode.Uri.joinPath(this.#root, folder, NAME);
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      return size > LARGEST ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      return '';
    }
  }

  /** From the workspace folder on. */
  #pathOf({ path }: vscode.Uri): string {
    const start = this.#root.path.endsWith('/') ? this.#root.path : `${this.#root.path}/`;
    return path.startsWith(start) ? path.slice(start.length) : '';
  }
}
