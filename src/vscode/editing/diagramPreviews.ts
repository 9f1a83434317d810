import * as vscode from 'vscode';
import { wrapInFence } from '../../core/markdown/wrapInFence.ts';
import type { ErrorMessage } from '../errorMessage.ts';

const SCHEME = 'assistant-diagram';
const PREVIEW_COMMAND = 'markdown.showPreviewToSide';

/** Maximum number of diagrams kept in memory. Older documents show a message instead. */
const MAX_DOCUMENTS = 20;

/**
 * Shows diagrams in VS Code's own Markdown preview, which draws them if an extension for that is installed. The preview
 * loads pictures from the network, so its document contains nothing but the code, in a fence that the code can't close.
 */
export class DiagramPreviews implements vscode.Disposable {
  readonly #documents = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #shownCount = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ path }) =>
        this.#documents.get(path) ??
        vscode.l10n.t('This diagram is no longer available. Open its preview from the chat again.'),
    });
  }

  async open(code: string): Promise<ErrorMessage> {
    // Each diagram gets a document of its own, so that an open one never changes.
    const path = `/${++this.#shownCount}/${vscode.l10n.t('Diagram')}.md`;
    this.#documents.set(path, wrapInFence(code, 'mermaid'));
    for (const old of [...this.#documents.keys()].slice(0, -MAX_DOCUMENTS)) {
      this.#documents.delete(old);
    }
    try {
      // To the side, so that the current file stays the current file.
      await vscode.commands.executeCommand(PREVIEW_COMMAND, vscode.Uri.from({ scheme: SCHEME, path }));
    } catch (error) {
      // The extension may run in another extension host, so only its command shows whether it is enabled.
      if (error instanceof Error && error.message.includes(`'${PREVIEW_COMMAND}' not found`)) {
        return vscode.l10n.t(
          'The preview needs the extension Markdown Language Features of VS Code, which is disabled.',
        );
      }
      throw error;
    }
    return undefined;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
