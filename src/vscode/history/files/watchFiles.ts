import * as vscode from 'vscode';

/**
 * Calls back with the names of files of the history that any window creates, changes or deletes.
 *
 * @param folder need not exist yet
 * @returns a function that stops watching
 */
export function watchFiles(folder: vscode.Uri, onChange: (name: string) => void): () => void {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*.jsonl'));
  const report = (uri: vscode.Uri): void => onChange(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  watcher.onDidCreate(report);
  watcher.onDidChange(report);
  watcher.onDidDelete(report);
  return () => watcher.dispose();
}
