import * as vscode from 'vscode';

/** Where conversations are stored: together for all workspaces, per workspace, or not at all. */
type HistoryScope = 'everywhere' | 'workspace' | 'off';

const SETTING_ID = 'assistant.history.scope';

/**
 * Reads the setting, only from user settings: a workspace must not be able to turn saving off, or have conversations
 * stored where others can read them.
 */
export function readHistoryScope(): HistoryScope {
  const value: unknown = vscode.workspace.getConfiguration().inspect(SETTING_ID)?.globalValue;
  return value === 'workspace' || value === 'off' ? value : 'everywhere';
}

export function onHistoryScopeChanged(onChanged: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SETTING_ID)) {
      onChanged();
    }
  });
}

/** The folder of the history; `undefined` if conversations are only in memory. */
export function historyFolder(
  { globalStorageUri, storageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'storageUri'>,
  scope: HistoryScope,
): vscode.Uri | undefined {
  const storageFolder = { everywhere: globalStorageUri, workspace: storageUri, off: undefined }[scope];
  return storageFolder && vscode.Uri.joinPath(storageFolder, 'history', 'v1');
}
