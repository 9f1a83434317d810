import * as vscode from 'vscode';
import type { ErrorMessage } from '../errorMessage.ts';
import { findCell } from '../findCell.ts';
import { t } from '../vscodeUi.ts';

/** Why a document can't be changed after a review. */
export async function whyNotReviewable(document: vscode.TextDocument): Promise<ErrorMessage> {
  const uri = findCell(document.uri)?.notebook.uri ?? document.uri;
  return uri.scheme === 'untitled' || (await isWritable(uri)) ? undefined : t('This editor is read-only.');
}

async function isWritable(uri: vscode.Uri): Promise<boolean> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(uri.scheme) !== true) {
    return false;
  }
  const { permissions = 0 } = await fs.stat(uri).then(undefined, () => ({ permissions: 0 }));
  return (permissions & vscode.FilePermission.Readonly) === 0;
}
