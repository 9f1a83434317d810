import * as vscode from 'vscode';
import { askInDialog, foreign, t } from '../vscodeUi.ts';

/**
 * Asks before a prompt attaches a file that is not in the workspace: it is the current file, whichever that is, and the
 * user has named the prompt only. Resolves to whether it may be attached.
 */
export async function confirmOutside(uri: vscode.Uri, promptName: string): Promise<boolean> {
  if (
    uri.scheme === 'untitled' ||
    vscode.workspace.workspaceFolders === undefined ||
    vscode.workspace.getWorkspaceFolder(uri) !== undefined
  ) {
    return true;
  }
  const attach = t('Attach');
  const path = foreign(uri.scheme === 'file' ? uri.fsPath : uri.toString(true), Number.POSITIVE_INFINITY);
  const message = t('Attach a file from outside the workspace for /{0}?', promptName);
  return (await askInDialog(message, path, attach)) === attach;
}
