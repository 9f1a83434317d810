import * as vscode from 'vscode';
import { readSetting } from '../settings.ts';

/** The folder of the history that the settings select; `undefined` if conversations are only in memory. */
export function readHistoryFolder({
  globalStorageUri,
  storageUri,
}: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'storageUri'>): vscode.Uri | undefined {
  const folders = { everywhere: globalStorageUri, workspace: storageUri, off: undefined };
  const storageFolder = folders[readSetting('history.scope')];
  return storageFolder && vscode.Uri.joinPath(storageFolder, 'history', 'v1');
}
