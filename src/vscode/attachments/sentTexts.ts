import * as vscode from 'vscode';
import type { Attachment } from '../../core/attachments/attachment.ts';

const SCHEME = 'assistant-attachment';

/** As many stay readable at the same time. */
const MOST = 50;

/** Shows the text of attachments as it is or was sent, in documents that can't be changed. */
export class SentTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ path }) =>
        this.#texts.get(path) ??
        vscode.l10n.t('This text is not kept any more. Open it from the chat again.'),
    });
  }

  async show({ id, path, text, languageId }: Attachment): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    // A snapshot of a chip that is live is another document than the one before.
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id}-${text.length}/${name}` });
    this.#texts.set(uri.path, text);
    for (const key of [...this.#texts.keys()].slice(0, -MOST)) {
      this.#texts.delete(key);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const known = await vscode.languages.getLanguages();
    const shown = known.includes(languageId)
      ? await vscode.languages.setTextDocumentLanguage(document, languageId)
      : document;
    await vscode.window.showTextDocument(shown, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
