import * as vscode from 'vscode';
import { showMessage } from '../../actionResult.ts';
import { foreign, t } from '../../uiText.ts';
import { notify, pickItem, showQuickPick } from '../../vscodeUi.ts';

export interface HistoryFolderCommands {
  openHistoryFolder(): Promise<void>;
  /** @param conversationId defaults to the current conversation */
  openConversationFile(conversationId: string | undefined): Promise<void>;
}

/**
 * Commands that open the files of the history, for backup or repair.
 *
 * @param getFolder returns the folder of the history; `undefined` if there is none
 * @param getCurrentId returns the id of the current conversation
 */
export function historyFolderCommands(
  getFolder: () => vscode.Uri | undefined,
  getCurrentId: () => string,
): HistoryFolderCommands {
  return {
    openHistoryFolder: async () => {
      const folder = getFolder();
      if (folder === undefined) {
        return showNoFolderMessage();
      }
      await vscode.workspace.fs.createDirectory(folder).then(undefined, () => undefined);
      if (
        folder.scheme === 'file' &&
        vscode.env.remoteName === undefined &&
        vscode.env.uiKind === vscode.UIKind.Desktop
      ) {
        await vscode.commands.executeCommand('revealFileInOS', folder);
      } else {
        // Not awaited, since the notification stays until the user closes it.
        void offerPath(folder);
      }
    },
    openConversationFile: async (conversationId) => {
      const folder = getFolder();
      if (folder === undefined) {
        return showNoFolderMessage();
      }
      const names = await filesOf(folder, conversationId ?? getCurrentId());
      const name = names.length > 1 ? await pickName(names) : names[0];
      if (names.length === 0) {
        return showMessage(t('This conversation has no file.'));
      }
      if (name !== undefined) {
        await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, name), { preview: false });
      }
    },
  };
}

async function filesOf(folder: vscode.Uri, id: string): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  return entries.map(([name]) => name).filter((name) => name.startsWith(`${id}~`) && name.endsWith('.jsonl'));
}

async function pickName(names: readonly string[]): Promise<string | undefined> {
  const items = names.map((name) => pickItem({ label: foreign(name) }, { name }));
  return (await showQuickPick(items, {}))?.name;
}

function showNoFolderMessage(): void {
  showMessage(
    t(
      'Conversations are not saved here because of the setting assistant.history.scope, or because no folder is open.',
    ),
  );
}

/** Used if VS Code can't show the folder, for example on a remote machine. */
async function offerPath(folder: vscode.Uri): Promise<void> {
  const path = folder.scheme === 'file' ? folder.fsPath : folder.toString(true);
  const message = t('Conversations are stored in {0}', path);
  const run = (): Thenable<void> => vscode.env.clipboard.writeText(path);
  await notify('Information', message, { label: t('Copy Path'), run });
}
