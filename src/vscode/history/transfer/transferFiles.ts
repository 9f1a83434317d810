import * as vscode from 'vscode';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import { notify, t, type UiText } from '../../vscodeUi.ts';

/**
 * Where a file dialog starts: in the workspace, or in the home folder if no folder is open.
 *
 * @param home path of the home folder, if there is one
 */
export function defaultLocation(home: string | undefined, name = ''): { defaultUri?: vscode.Uri } {
  const atHome = home === undefined ? undefined : vscode.Uri.file(home);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? atHome;
  return folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
}

export function baseName(file: vscode.Uri): string {
  return file.path.split('/').at(-1) ?? '';
}

export async function writeText(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

/** Shows a notification with a button that opens the written files. */
export function offerToOpen(message: UiText, open: () => Thenable<unknown>): void {
  const label = t('Open');
  void notify('Information', message, label).then(async (chosen) => {
    if (chosen === label) {
      await open();
    }
  });
}

/** Reports a failed write and offers the content in an untitled editor, from where it can be saved elsewhere. */
export function offerInEditor(error: unknown, content: string, language: string): void {
  const label = t('Open in Editor');
  const message = t('The file could not be written: {0}', toErrorMessage(error));
  void notify('Error', message, label).then(async (chosen) => {
    if (chosen === label) {
      await showInEditor(content, language);
    }
  });
}

/** Opens text in an untitled editor. */
export async function showInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: false });
}
