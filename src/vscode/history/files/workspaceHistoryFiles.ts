import * as vscode from 'vscode';
import type { HistoryFiles } from '../../../core/history/files/historyFiles.ts';
import { createSegmentedHistoryFiles } from './segmentedHistoryFiles.ts';

/** History in a folder that need not be on a disk, such as the browser's storage. */
export function createWorkspaceHistoryFiles(folder: vscode.Uri, writer: string): HistoryFiles {
  return createSegmentedHistoryFiles(vscode.workspace.fs, folder, writer, (onChange) => {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*.jsonl'));
    const report = (uri: vscode.Uri): void => onChange(uri.path.slice(uri.path.lastIndexOf('/') + 1));
    const disposables = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(report),
      watcher.onDidChange(report),
      watcher.onDidDelete(report),
    );
    return () => void disposables.dispose();
  });
}
