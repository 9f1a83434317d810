import * as vscode from 'vscode';
import { showMessage } from '../../errorMessage.ts';
import { conversationIdOf } from '../conversationIdOf.ts';

export interface HistoryFolderCommands {
  openHistoryFolder(): Promise<void>;
  /** @param argument as that of `exportConversation` */
  openConversationFile(argument?: unknown): Promise<void>;
}

/**
 * The way to the files themselves, for whoever wants to keep, repair or look at them.
 *
 * @param folder gives the folder of the history; `undefined` where none is kept
 * @param shown gives the id of the conversation that is shown
 */
export function historyFolderCommands(
  folder: () => vscode.Uri | undefined,
  shown: () => string,
): HistoryFolderCommands {
  return {
    openHistoryFolder: async () => {
      const place = folder();
      if (place === undefined) {
        return showNoFolderMessage();
      }
      await vscode.workspace.fs.createDirectory(place).then(undefined, () => undefined);
      if (
        place.scheme === 'file' &&
        vscode.env.remoteName === undefined &&
        vscode.env.uiKind === vscode.UIKind.Desktop
      ) {
        await vscode.commands.executeCommand('revealFileInOS', place);
      } else {
        // A notification stays for any time, and no command waits for it.
        void offerPath(place);
      }
    },
    openConversationFile: async (argument) => {
      const place = folder();
      if (place === undefined) {
        return showNoFolderMessage();
      }
      const names = await filesOf(place, conversationIdOf(argument) ?? shown());
      const name = names.length > 1 ? await vscode.window.showQuickPick(names) : names[0];
      if (names.length === 0) {
        return showMessage(vscode.l10n.t('This conversation has no file.'));
      }
      if (name !== undefined) {
        await vscode.window.showTextDocument(vscode.Uri.joinPath(place, name), { preview: false });
      }
    },
  };
}

async function filesOf(folder: vscode.Uri, id: string): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  return entries.map(([name]) => name).filter((name) => name.startsWith(`${id}~`) && name.endsWith('.jsonl'));
}

function showNoFolderMessage(): void {
  showMessage(
    vscode.l10n.t(
      'Conversations are not saved here because of the setting assistant.history.scope, or because no folder is open.',
    ),
  );
}

/** Where VS Code can't show a folder of the machine that the extension runs on. */
async function offerPath(folder: vscode.Uri): Promise<void> {
  const copy = vscode.l10n.t('Copy Path');
  const path = folder.scheme === 'file' ? folder.fsPath : folder.toString(true);
  const message = vscode.l10n.t('Conversations are stored in {0}', path);
  if ((await vscode.window.showInformationMessage(message, copy)) === copy) {
    await vscode.env.clipboard.writeText(path);
  }
}
