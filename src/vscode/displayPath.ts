import * as vscode from 'vscode';
import { hashText } from '../core/history/records/checksum.ts';

/** Scheme of the documents in a notebook's cells. */
export const CELL_SCHEME = 'vscode-notebook-cell';

/**
 * The path that is shown and sent: relative to the workspace folder, or just the file name outside of one, so that
 * nothing about the machine is revealed beyond the workspace's own layout.
 */
export function displayPath(uri: vscode.Uri): string {
  const source = sourceOf(uri);
  return vscode.workspace.getWorkspaceFolder(source) === undefined
    ? (source.path.split('/').at(-1) ?? source.path)
    : vscode.workspace.asRelativePath(source);
}

/** A checksum that tells documents apart without revealing where they are. The cells of a notebook share it. */
export function documentChecksum(uri: vscode.Uri): number {
  return hashText(sourceOf(uri).toString());
}

/** The notebook of a document that is one of its cells. */
export function notebookOf(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  const key = uri.toString();
  return uri.scheme === CELL_SCHEME
    ? vscode.workspace.notebookDocuments.find((notebook) =>
        notebook.getCells().some(({ document }) => document.uri.toString() === key),
      )
    : undefined;
}

function sourceOf(uri: vscode.Uri): vscode.Uri {
  return notebookOf(uri)?.uri ?? uri;
}
