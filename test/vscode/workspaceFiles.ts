import * as vscode from 'vscode';
import { ok } from './assert.ts';

/** The folder that is open in the window of the suites. */
export function workspaceRoot(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  ok(folder, 'The sample folder is not open');
  return folder.uri;
}

/** Files that a suite writes into the folder that is open, and takes out again. */
export class WorkspaceFiles {
  readonly #written = new Set<string>();

  /** @param path in the workspace; everything under its first folder goes at the end */
  async write(path: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const [first = path] = path.split('/');
    this.#written.add(first);
    const uri = vscode.Uri.joinPath(workspaceRoot(), path);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await vscode.workspace.fs.writeFile(uri, bytes);
    return uri;
  }

  async remove(): Promise<void> {
    for (const name of this.#written) {
      const uri = vscode.Uri.joinPath(workspaceRoot(), name);
      await vscode.workspace.fs.delete(uri, { recursive: true }).then(undefined, () => undefined);
    }
    this.#written.clear();
  }
}
