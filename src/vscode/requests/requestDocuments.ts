import * as vscode from 'vscode';

const SCHEME = 'assistant-request';

/** As many stay readable at the same time. */
const MAX_DOCUMENTS = 20;

/** Shows bodies of requests in documents that can't be changed: the very text, and nothing beside it. */
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

  /** @param name what the editor's tab is called */
  async show(name: string, body: string): Promise<void> {
    // What is shown stays as it is: the next one is another document.
    const path = `/${++this.#shownCount}/${name.replaceAll('/', '-')}.json`;
    this.#bodies.set(path, body);
    for (const old of [...this.#bodies.keys()].slice(0, -MAX_DOCUMENTS)) {
      this.#bodies.delete(old);
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path }));
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: columnBeside() });
    const wrap = vscode.workspace.getConfiguration('editor', document).get<string>('wordWrap');
    if (wrap === 'off') {
      // Texts are long lines in JSON. It holds for this document alone.
      await vscode.commands.executeCommand('editor.action.toggleWordWrap');
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/**
 * Beside what is in front: a file that goes along because it is there would not go along any more, once it is hidden by
 * what shows that it does.
 */
function columnBeside(): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === SCHEME);
  const last = Math.max(0, ...vscode.window.tabGroups.all.map(({ viewColumn }) => viewColumn));
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  return isEmpty
    ? vscode.ViewColumn.Active
    : (shown?.viewColumn ?? Math.min(last + 1, vscode.ViewColumn.Nine));
}
