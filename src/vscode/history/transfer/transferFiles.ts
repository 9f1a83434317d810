import * as vscode from 'vscode';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';

/**
 * Where dialogs begin: in the workspace, or at home where no folder is open.
 * @param home path of the user's folder, where there is one
 */
export function defaultLocation(home: string | undefined, name = ''): { defaultUri?: vscode.Uri } {
  const atHome = home === undefined ? undefined : vscode.Uri.file(home);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? atHome;
  return folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
}

/** The last part of a file's path. */
export function baseName(file: vscode.Uri): string {
  return file.path.split('/').at(-1) ?? '';
}

export async function writeText(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

/** The text of a file; `undefined` where it can't be read. */
export async function readText(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return undefined;
  }
}

/** Says what was written, and opens it where that is wished. */
export function offerToOpen(message: string, open: () => Thenable<unknown>): void {
  const label = vscode.l10n.t('Open');
  void vscode.window.showInformationMessage(message, label).then(async (chosen) => {
    if (chosen === label) {
      await open();
    }
  });
}

/** Where no file can be written, an editor still holds the text, and VS Code can save it elsewhere. */
export function offerInEditor(error: unknown, content: string, language: string): void {
  const label = vscode.l10n.t('Open in Editor');
  const message = vscode.l10n.t('The file could not be written: {0}', toErrorMessage(error));
  void vscode.window.showErrorMessage(message, label).then(async (chosen) => {
    if (chosen === label) {
      await showInEditor(content, language);
    }
  });
}

/** A text in an editor, on no disk. */
export async function showInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: false });
}
