import * as vscode from 'vscode';

export const CELL_SCHEME = 'vscode-notebook-cell';

/** The file that a document belongs to: of a notebook's cell, the notebook. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  return findCell(uri)?.notebook.uri ?? uri;
}

/** The notebook's cell that a document is the text of. */
export function findCell(uri: vscode.Uri): vscode.NotebookCell | undefined {
  const key = uri.toString();
  return uri.scheme === CELL_SCHEME
    ? vscode.workspace.notebookDocuments
        .flatMap((notebook) => notebook.getCells())
        .find(({ document }) => document.uri.toString() === key)
    : undefined;
}
