import * as vscode from 'vscode';
import { linkedFiles } from '../../core/prompts/linkedFiles.ts';
import type { Captured } from '../attachments/kinds/captured.ts';
import { captureFile } from '../attachments/kinds/captureFile.ts';
import { shownPath } from '../attachments/selectionCapture.ts';
import { plainLabel } from '../plainLabel.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';

/**
 * Offers the files of the workspace that a prompt names, to be attached: it may name what the user does not want to
 * send. What is not there is not offered.
 *
 * @returns `undefined` when the user gave up
 */
export async function chooseLinkedFiles(
  name: string,
  prompt: vscode.Uri,
  body: string,
): Promise<Captured[] | undefined> {
  const found = await Promise.all(linkedFiles(body).map((path) => findFile(prompt, path)));
  const files = new Map(found.flatMap((uri) => (uri === undefined ? [] : [[uri.toString(), uri]])));
  if (files.size === 0) {
    return [];
  }
  const items = [...files.values()].map((uri) => ({
    label: plainLabel(shownPath(uri)),
    picked: true,
    uri,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: `/${name}`,
    placeHolder: vscode.l10n.t('The prompt names these files. Which of them are to be attached?'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen && Promise.all(chosen.map(({ uri }) => captureFile(uri)));
}

/** A path is relative to the prompt, as in a Markdown file, or else to the workspace. */
async function findFile(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  return (await findBeside(prompt, path)) ?? findWorkspaceFile(path);
}

async function findBeside(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(prompt);
  const target = vscode.Uri.joinPath(prompt, '..', path);
  const root = folder?.uri.path.replace(/\/?$/, '/');
  return folder !== undefined && root !== undefined && target.path.startsWith(root)
    ? findWorkspaceFile(target.path.slice(root.length), [folder.uri])
    : undefined;
}
