import * as vscode from 'vscode';
import { abortable } from '../../../base/abortable.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import { t, type UiText } from '../../uiText.ts';
import { notify } from '../../vscodeUi.ts';

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

/** Errors of a place in which no other file can be created, such as a file that was picked in a browser. */
const ONLY_THIS_FILE: ReadonlySet<string> = new Set(['NoPermissions', 'FileNotFound']);

/**
 * Writes a file completely or not at all, so that a file that is already there is never left incomplete. Rejects if the
 * signal is aborted before.
 */
export async function writeWhole(file: vscode.Uri, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  const { fs } = vscode.workspace;
  const temporary = vscode.Uri.joinPath(file, '..', `.${crypto.randomUUID()}.tmp`);
  const writing = Promise.resolve(fs.writeFile(temporary, bytes));
  try {
    await (signal === undefined ? writing : abortable(writing, signal));
    await fs.rename(temporary, file, { overwrite: true });
  } catch (error) {
    const remove = (): Thenable<void> => fs.delete(temporary).then(undefined, () => undefined);
    const removed = writing.then(remove, remove);
    if (signal?.aborted === true) {
      // The disk may not answer.
      throw error;
    }
    await removed;
    if (!(error instanceof vscode.FileSystemError) || !ONLY_THIS_FILE.has(error.code)) {
      throw error;
    }
    await fs.writeFile(file, bytes);
  }
}

/** Shows a notification with a button that opens the written files. */
export function offerToOpen(
  message: UiText,
  open: () => Thenable<unknown>,
  severity: 'Information' | 'Error' = 'Information',
): void {
  void notify(severity, message, { label: t('Open'), run: open });
}

/** Reports a failed write and offers the content in an untitled editor, from where it can be saved elsewhere. */
export function offerInEditor(error: unknown, content: string, language: string): void {
  const message = t('The file could not be written: {0}', toErrorMessage(error));
  void notify('Error', message, {
    label: t('Open in Editor'),
    run: () => showInEditor(content, language),
  });
}

/** Opens text in an untitled editor. */
export async function showInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: false });
}
