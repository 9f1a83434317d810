import * as vscode from 'vscode';

/** Maximum number of documents of a scheme kept in memory. Older ones show a message instead. */
const MAX_DOCUMENTS = 20;

/** Read-only documents in memory. Each has a URI of its own, so that an open one never changes. */
export class TemporaryDocuments implements vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  /** @param goneText shown instead of a document that is no longer in memory */
  constructor(scheme: string, goneText: string) {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => this.#texts.get(path) ?? goneText,
    });
  }

  /** @param fileName title of the editor tab */
  add(fileName: string, text: string): vscode.Uri {
    // Not a counter: a tab that VS Code restores has a path from before the reload.
    const path = `/${crypto.randomUUID()}/${fileName.replaceAll('/', '-')}`;
    this.#texts.set(path, text);
    for (const old of [...this.#texts.keys()].slice(0, -MAX_DOCUMENTS)) {
      this.#texts.delete(old);
    }
    return vscode.Uri.from({ scheme: this.#scheme, path });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
