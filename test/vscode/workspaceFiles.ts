import * as vscode from 'vscode';
import { ok } from './assert.ts';

/** The folder that the test window has open. */
export function workspaceRoot(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  ok(folder, 'The sample folder is not open');
  return folder.uri;
}

/** The file of a notebook with one code cell for each text. */
export function notebookText(...sources: readonly string[]): string {
  const cells = sources.map((source) => ({
    cell_type: 'code',
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
    execution_count: null,
  }));
  const metadata = { language_info: { name: 'python' } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** Writes files into the open folder, or beside it, and removes them again. */
export class WorkspaceFiles {
  readonly #written = new Set<string>();
  #hasOutside = false;

  /** @param path relative to the workspace; `remove` deletes its first segment with all content */
  async write(path: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const [first = path] = path.split('/');
    this.#written.add(first);
    return writeFile(vscode.Uri.joinPath(workspaceRoot(), path), content);
  }

  /** Writes a file outside the workspace, into a folder whose path begins with that of the open one. */
  async writeOutside(path: string, content: string): Promise<vscode.Uri> {
    this.#hasOutside = true;
    return writeFile(vscode.Uri.joinPath(outsideFolder(), path), content);
  }

  async remove(): Promise<void> {
    const folders = [...this.#written].map((name) => vscode.Uri.joinPath(workspaceRoot(), name));
    for (const uri of this.#hasOutside ? [...folders, outsideFolder()] : folders) {
      await vscode.workspace.fs.delete(uri, { recursive: true }).then(undefined, () => undefined);
    }
    this.#written.clear();
    this.#hasOutside = false;
  }
}

function outsideFolder(): vscode.Uri {
  const root = workspaceRoot();
  return root.with({ path: `${root.path}-outside` });
}

async function writeFile(uri: vscode.Uri, content: string | Uint8Array): Promise<vscode.Uri> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await vscode.workspace.fs.writeFile(uri, bytes);
  return uri;
}
