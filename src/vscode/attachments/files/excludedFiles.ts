import * as vscode from 'vscode';
import { IgnoreFiles } from './ignoreFiles.ts';
import { isExcludedByDefault } from './searchFiles.ts';

/** Tells of single files whether a search of the workspace would leave them out. */
export class ExcludedFiles {
  readonly #ignoreFiles = new Map<string, Promise<IgnoreFiles>>();

  /** Whether Git ignores a file, or it is in a folder such as `node_modules`. */
  async isIgnored(uri: vscode.Uri): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) {
      return false;
    }
    const names = uri.path.slice(folder.uri.path.length).split('/').filter(Boolean);
    if (names.some(isExcludedByDefault)) {
      return true;
    }
    const key = folder.uri.toString();
    const reading = this.#ignoreFiles.get(key) ?? IgnoreFiles.forFolder(folder.uri);
    this.#ignoreFiles.set(key, reading);
    const ignoreFiles = await reading;
    const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1));
    await ignoreFiles.readFound(
      folders.map((path) => vscode.Uri.joinPath(folder.uri, ...path, '.gitignore')),
    );
    return (await ignoreFiles.filter([uri])).length === 0;
  }

  /** Whether the settings `files.exclude` and `search.exclude` hide a document or a folder that it is in. */
  isHidden(document: vscode.TextDocument): boolean {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    const matches = (glob: string): boolean =>
      folder !== undefined &&
      vscode.languages.match({ pattern: new vscode.RelativePattern(folder, glob) }, document) > 0;
    return ['files', 'search'].some((section) => {
      const globs = vscode.workspace.getConfiguration(section).get<Record<string, unknown>>('exclude') ?? {};
      return Object.keys(globs).some(
        (glob) => globs[glob] === true && (matches(glob) || matches(`${glob}/**`)),
      );
    });
  }
}
