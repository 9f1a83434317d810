import * as vscode from 'vscode';

const SCHEME = 'assistant-request';

/** Maximum number of requests kept in memory. Older documents show a message instead. */
const MAX_DOCUMENTS = 20;

/** Shows request bodies, byte for byte, in read-only documents. */
export class RequestDocuments implements vscode.Disposable {
  readonly #bodies = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #shownCount = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ path }) =>
        this.#bodies.get(path) ??
        vscode.l10n.t('This request is no longer available. Show it from the chat again.'),
    });
  }

  /** @param name title of the editor tab */
  async show(name: string, body: string): Promise<void> {
    // Each request gets a document of its own, so that an open one never changes.
    const path = `/${++this.#shownCount}/${name.replaceAll('/', '-')}.json`;
    this.#bodies.set(path, body);
    for (const old of [...this.#bodies.keys()].slice(0, -MAX_DOCUMENTS)) {
      this.#bodies.delete(old);
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path }));
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: columnBeside() });
    const wrap = vscode.workspace.getConfiguration('editor', document).get<string>('wordWrap');
    if (wrap === 'off') {
      // In JSON, a text is one long line. The command changes word wrap for this document only.
      await vscode.commands.executeCommand('editor.action.toggleWordWrap');
    }
  }

  dispose(): void {
    this.#registration.dispose();
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
