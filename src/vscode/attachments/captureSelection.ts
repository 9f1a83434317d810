import * as vscode from 'vscode';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';

/**
 * Returns `undefined` if nothing is selected. A selection that ends before the first character of a line does not
 * include that line.
 */
export function captureSelection(editor: vscode.TextEditor, id: string): ComposerAttachment | undefined {
  const { document, selection } = editor;
  if (selection.isEmpty) {
    return undefined;
  }
  const endsBeforeLine = selection.end.character === 0 && selection.end.line > selection.start.line;
  return {
    id,
    kind: 'selection',
    path: displayPath(document.uri),
    languageId: document.languageId,
    startLine: selection.start.line + 1,
    endLine: selection.end.line + (endsBeforeLine ? 0 : 1),
    text: document.getText(selection),
    uri: document.uri.toString(),
  };
}

/**
 * The path that is shown and sent: relative to the workspace folder, or just the file name outside of one, so that
 * nothing about the machine is revealed beyond the workspace's own layout.
 */
export function displayPath(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined
    ? (uri.path.split('/').at(-1) ?? uri.path)
    : vscode.workspace.asRelativePath(uri);
}
