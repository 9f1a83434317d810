import * as vscode from 'vscode';
import { ok } from './assert.ts';

/** The folder that the test window has open. */
export function workspaceRoot(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  ok(folder, 'The sample folder is not open');
  return folder.uri;
}

/** Writes files into the open folder and removes them again. */
export class WorkspaceFiles {
  readonly #written = new Set<string>();

  /** @param path relative to the workspace; `remove` deletes its first segment with all content */
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
