import * as vscode from 'vscode';
import type { HistoryFiles } from '../../../core/history/files/historyFiles.ts';
import { createSegmentedHistoryFiles } from './segmentedHistoryFiles.ts';
import { watchFiles } from './watchFiles.ts';

/** History in a folder that need not be on a disk, such as the browser's storage. */
export function createWorkspaceHistoryFiles(folder: vscode.Uri, writer: string): HistoryFiles {
  return createSegmentedHistoryFiles(vscode.workspace.fs, folder, writer, (onChange) =>
    watchFiles(folder, onChange),
  );
}
