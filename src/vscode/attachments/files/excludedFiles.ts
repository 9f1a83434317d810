import * as vscode from 'vscode';
import { IgnoreFiles } from './ignoreFiles.ts';
import { isExcludedByDefault } from './searchFiles.ts';

/** Tells of single files whether a search of the workspace would leave them out. */
export class ExcludedFiles {
  readonly #ignoreFiles = new Map<string, Promise<IgnoreFiles>>();

  /**
   * Whether Git ignores a file, a setting hides it, or it is in a folder such as `node_modules`.
   * @param uri without links below its workspace folder
   */
  async has(uri: vscode.Uri): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) {
      return true;
    }
    const names = uri.path.slice(folder.uri.path.length).split('/').filter(Boolean);
    return (
      names.some(isExcludedByDefault) || isHidden(uri, folder) || (await this.#isIgnored(uri, folder, names))
    );
  }

  async #isIgnored(
    uri: vscode.Uri,
    folder: vscode.WorkspaceFolder,
    names: readonly string[],
  ): Promise<boolean> {
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
}

/** Whether the settings `files.exclude` and `search.exclude` hide a file or a folder that it is in. */
function isHidden(uri: vscode.Uri, folder: vscode.WorkspaceFolder): boolean {
  // VS Code matches its globs only with documents, of which it needs nothing else. To open one would read the file.
  const document = { uri, languageId: '' } as vscode.TextDocument;
  const matches = (glob: string): boolean =>
    vscode.languages.match({ pattern: new vscode.RelativePattern(folder, glob) }, document) > 0;
  return ['files', 'search'].some((section) => {
    const globs =
      vscode.workspace.getConfiguration(section, uri).get<Record<string, unknown>>('exclude') ?? {};
    return Object.keys(globs).some(
      (glob) => globs[glob] === true && (matches(glob) || matches(`${glob}/**`)),
    );
  });
}
