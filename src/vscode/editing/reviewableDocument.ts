import * as vscode from 'vscode';
import type { ErrorMessage } from '../errorMessage.ts';

/** Why a document can't be changed after a review. */
export async function whyNotReviewable(document: vscode.TextDocument): Promise<ErrorMessage> {
  const uri = findCell(document)?.notebook.uri ?? document.uri;
  return uri.scheme === 'untitled' || (await isWritable(uri))
    ? undefined
    : vscode.l10n.t('This editor is read-only.');
}

/** The notebook's cell that a document is the text of. */
export function findCell(document: vscode.TextDocument): vscode.NotebookCell | undefined {
  return vscode.workspace.notebookDocuments
    .flatMap((notebook) => notebook.getCells())
    .find((cell) => cell.document === document);
}

async function isWritable(uri: vscode.Uri): Promise<boolean> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(uri.scheme) !== true) {
    return false;
  }
  const { permissions = 0 } = await fs.stat(uri).then(undefined, () => ({ permissions: 0 }));
  return (permissions & vscode.FilePermission.Readonly) === 0;
}
