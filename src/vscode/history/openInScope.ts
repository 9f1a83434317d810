import type * as vscode from 'vscode';
import { platform } from '#platform';
import type { OpenHistory } from '../../core/history/openHistory.ts';
import { historyFolder, readHistoryScope } from './historyScope.ts';

/** Opens the history that the settings of this moment ask for. */
export async function openInScope(context: vscode.ExtensionContext): Promise<OpenHistory> {
  // Another one each time: a name that writes in a folder again would count its records anew.
  const writer = crypto.randomUUID();
  const folder = historyFolder(context, readHistoryScope());
  const [{ openHistory }, files] = await Promise.all([
    import('../../core/history/openHistory.ts'),
    folder && platform.historyFiles(folder, writer),
  ]);
  return openHistory(files, writer);
}
