import * as vscode from 'vscode';
import { type ImportedConversation, importFile } from '../../../core/history/transfer/importFile.ts';
import { reasonOf } from '../../../core/reasonOf.ts';
import type { Chat } from '../../asking/chat.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import { exportOptions } from './exportWording.ts';
import { type ImportedFiles, importDetails, importReport } from './importReport.ts';
import { nameOf, showInEditor, startPlace } from './transferFiles.ts';

export interface ImportDependencies {
  chat: Chat;
  keys: ApiKeyStore;
  /** Path of the user's folder, where there is one. */
  home: string | undefined;
  reveal(): Promise<void>;
}

export interface ImportCommands {
  importConversations(): Promise<void>;
}

/** bytes: the text of a larger file may not fit into memory. */
const LARGEST_FILE = 256 * 1024 * 1024;

/** Conversations from files of Markdown or JSON into the history, where nothing that is there changes. */
export function importCommands({ chat, keys, home, reveal }: ImportDependencies): ImportCommands {
  return {
    importConversations: async () => {
      const files = await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Import Conversations'),
        openLabel: vscode.l10n.t('Import'),
        canSelectMany: true,
        filters: { [vscode.l10n.t('Conversations')]: ['md', 'markdown', 'json'] },
        ...startPlace(home),
      });
      if (files === undefined || files.length === 0) {
        return;
      }
      const imported = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Importing conversations') },
        async () => importAll(chat, files, await exportOptions(keys)),
      );
      report(imported, chat, reveal);
    },
  };
}

async function importAll(
  chat: Chat,
  files: readonly vscode.Uri[],
  options: Parameters<typeof importFile>[2],
): Promise<ImportedFiles> {
  const imported: [string, readonly ImportedConversation[]][] = [];
  for (const file of files) {
    const name = nameOf(file);
    try {
      const text = await readWhole(file);
      imported.push([name, await importFile(chat.history, { name, text }, options)]);
    } catch (error) {
      imported.push([name, [{ title: '', problems: [{ kind: 'failed', reason: reasonOf(error) }] }]]);
    }
  }
  return imported;
}

async function readWhole(file: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > LARGEST_FILE) {
    throw new Error(vscode.l10n.t('The file is larger than {0} MB.', LARGEST_FILE / 1024 / 1024));
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function report(imported: ImportedFiles, chat: Chat, reveal: () => Promise<void>): void {
  const done = imported.flatMap(([, conversations]) => conversations.flatMap((one) => one.done ?? []));
  const [first, ...more] = done;
  const details = importDetails(imported);
  const open = vscode.l10n.t('Open');
  const show = vscode.l10n.t('Show Details');
  const state = chat.history.state;
  const text = importReport(imported, state.saving ? undefined : state.reason);
  const labels = [
    ...(first !== undefined && more.length === 0 ? [open] : []),
    ...(details.length > 1 ? [show] : []),
  ];
  const tell = done.length === 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  void tell(text, ...labels).then(async (chosen) => {
    if (chosen === open && first !== undefined && (await chat.conversations.show(first.id))) {
      await reveal();
    } else if (chosen === show) {
      await showInEditor(`${details.join('\n')}\n`, 'plaintext');
    }
  });
}
