import * as vscode from 'vscode';
import { type Attachment, linesOf } from '../../core/attachment.ts';
import type { ComposerAttachment } from '../composer.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';

/**
 * Shows where an attachment comes from, at its lines. What has no document of its own, and what is not there any more,
 * is shown as it was sent.
 *
 * @param showText shows it as it was sent
 */
export async function openAttachment(
  attachment: ComposerAttachment,
  showText: (attachment: Attachment) => Promise<void>,
): Promise<void> {
  const { kind, uri } = attachment;
  if (kind === 'folder' && uri !== undefined) {
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.parse(uri));
    return;
  }
  const source = await sourceOf(attachment);
  if (source === undefined || !(await open(source, attachment))) {
    await showText(attachment);
  }
}

async function sourceOf({ kind, uri, path }: ComposerAttachment): Promise<vscode.Uri | undefined> {
  switch (kind) {
    case 'file':
    case 'instructions':
    case 'selection':
    case 'symbol':
      return uri === undefined ? fileOfPath(path) : vscode.Uri.parse(uri);
    default:
      return undefined;
  }
}

/** In a workspace of several folders, a path begins with the name of its folder. */
async function fileOfPath(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? folders.find(({ name }) => path.startsWith(`${name}/`)) : undefined;
  return folder === undefined
    ? findWorkspaceFile(path)
    : findWorkspaceFile(path.slice(folder.name.length + 1), [folder.uri]);
}

async function open(uri: vscode.Uri, attachment: Attachment): Promise<boolean> {
  const lines = linesOf(attachment);
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const selection =
      lines &&
      document.validateRange(new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER));
    await vscode.window.showTextDocument(document, { ...(selection && { selection }) });
    return true;
  } catch {
    return false;
  }
}
