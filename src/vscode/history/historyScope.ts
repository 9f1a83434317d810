import * as vscode from 'vscode';

/** Whose conversations are kept together: all of the user's, those of each workspace by themselves, or none. */
type HistoryScope = 'everywhere' | 'workspace' | 'off';

const SETTING_ID = 'assistant.history.scope';

/**
 * What the user has set. Only the user's own value counts: a workspace that could set it could have conversations
 * thrown away, or kept where others find them.
 */
export function readHistoryScope(): HistoryScope {
  const value: unknown = vscode.workspace.getConfiguration().inspect(SETTING_ID)?.globalValue;
  return value === 'workspace' || value === 'off' ? value : 'everywhere';
}

/** Calls back after the scope was changed. */
export function onHistoryScopeChanged(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SETTING_ID)) {
      changed();
    }
  });
}

/** The folder that conversations are kept in; `undefined` where they are in memory alone. */
export function historyFolder(
  { globalStorageUri, storageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'storageUri'>,
  scope: HistoryScope,
): vscode.Uri | undefined {
  const place = { everywhere: globalStorageUri, workspace: storageUri, off: undefined }[scope];
  return place && vscode.Uri.joinPath(place, 'history', 'v1');
}
