import type * as vscode from 'vscode';
import { platform } from '#platform';
import { type OpenedHistory, openHistory } from '../../core/history/openHistory.ts';
import { readHistoryFolder } from './historyFolder.ts';

/** Opens the history in the folder that the settings select. */
export async function openScopedHistory(context: vscode.ExtensionContext): Promise<OpenedHistory> {
  // A new writer each time: record numbers start at 1, so a writer that returned to a folder would repeat them.
  const writer = crypto.randomUUID();
  const folder = readHistoryFolder(context);
  const files = folder && (await platform.historyFiles(folder, writer));
  return openHistory(files, writer, undefined, platform.containsBytes);
}
