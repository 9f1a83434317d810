import * as vscode from 'vscode';
import { wrapInFence } from '../../core/markdown/wrapInFence.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import { TemporaryDocuments } from '../temporaryDocuments.ts';
import { plainText, t } from '../uiText.ts';

const PREVIEW_COMMAND = 'markdown.showPreviewToSide';

/**
 * Shows diagrams in VS Code's own Markdown preview, which draws them if an extension for that is installed. The preview
 * loads pictures from the network, so its document contains nothing but the code, in a fence that the code can't close.
 */
export class DiagramPreviews implements vscode.Disposable {
  readonly #documents = new TemporaryDocuments(
    'assistant-diagram',
    plainText(t('This diagram is no longer available. Open its preview from the chat again.')),
  );

  async open(code: string): Promise<ErrorResult> {
    const uri = this.#documents.add(`${plainText(t('Diagram'))}.md`, wrapInFence(code, 'mermaid'));
    try {
      // To the side, so that the current file stays the current file.
      await vscode.commands.executeCommand(PREVIEW_COMMAND, uri);
    } catch (error) {
      // The extension may run in another extension host, so only its command shows whether it is enabled.
      if (error instanceof Error && error.message.includes(`'${PREVIEW_COMMAND}' not found`)) {
        return failed(
          t('The preview needs the extension Markdown Language Features of VS Code, which is disabled.'),
        );
      }
      throw error;
    }
    return undefined;
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
