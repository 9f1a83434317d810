import type * as vscode from 'vscode';
import { platform } from '#platform';
import type { OpenedHistory } from '../../core/history/openHistory.ts';
import { historyFolder, readHistoryScope } from './historyScope.ts';

/** Opens the history that the settings of this moment ask for. */
export async function openScopedHistory(context: vscode.ExtensionContext): Promise<OpenedHistory> {
  // Another one each time: a name that writes in a folder again would count its records anew.
  const writer = crypto.randomUUID();
  const folder = historyFolder(context, readHistoryScope());
  const [{ openHistory }, files] = await Promise.all([
    import('../../core/history/openHistory.ts'),
    folder && platform.historyFiles(folder, writer),
  ]);
  return openHistory(files, writer);
}
