import * as vscode from 'vscode';
import { TemporaryDocuments } from '../temporaryDocuments.ts';
import { plainText, t } from '../uiText.ts';

const SCHEME = 'assistant-request';

/** Shows request bodies, byte for byte, in read-only documents. */
export class RequestDocuments implements vscode.Disposable {
  readonly #documents = new TemporaryDocuments(
    SCHEME,
    plainText(t('This request is no longer available. Show it from the chat again.')),
  );

  /** @param name title of the editor tab */
  async show(name: string, body: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#documents.add(`${name}.json`, body));
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: columnBeside() });
    const wrap = vscode.workspace.getConfiguration('editor', document).get<string>('wordWrap');
    if (wrap === 'off') {
      // In JSON, a text is one long line. The command changes word wrap for this document only.
      await vscode.commands.executeCommand('editor.action.toggleWordWrap');
    }
  }

  dispose(): void {
    this.#documents.dispose();
  }
}

/**
 * Opens beside the active editor: if the request covered the current file, that file would no longer be attached, and
 * the request would be wrong.
 */
function columnBeside(): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === SCHEME);
  const last = Math.max(0, ...vscode.window.tabGroups.all.map(({ viewColumn }) => viewColumn));
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  return isEmpty
    ? vscode.ViewColumn.Active
    : (shown?.viewColumn ?? Math.min(last + 1, vscode.ViewColumn.Nine));
}
