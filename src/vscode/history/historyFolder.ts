import * as vscode from 'vscode';
import type { SettingValue } from '../settings.ts';

/** The folder of the history; `undefined` if conversations are only in memory. */
export function historyFolder(
  { globalStorageUri, storageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'storageUri'>,
  scope: SettingValue<'history.scope'>,
): vscode.Uri | undefined {
  const storageFolder = { everywhere: globalStorageUri, workspace: storageUri, off: undefined }[scope];
  return storageFolder && vscode.Uri.joinPath(storageFolder, 'history', 'v1');
}
