import type * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { EditorColors } from './editorColors.ts';

/** Colors code in the panel as the editor does. */
export function codeFeature(ui: Pick<ChatUi, 'post'>) {
  const colors = new LazyEditorColors((message) => ui.post(message));
  return {
    messages: {
      requestGrammar: ({ language }) => colors.sendGrammar(language),
    },
    onWillSendState: () => colors.forget(),
    dispose: () => colors.dispose(),
  } satisfies Feature;
}

/** Creates `EditorColors`, which listens to the themes, when the panel first shows code. */
class LazyEditorColors implements vscode.Disposable {
  readonly #colors: Lazy<EditorColors>;
  #isDisposed = false;

  constructor(post: (message: ToPanel) => void) {
    this.#colors = lazy(async () => new EditorColors(post));
  }

  /** Called when a new page of the panel starts without any rules. */
  forget(): void {
    void this.#colors.ifLoaded().then((colors) => colors?.forget());
  }

  /** @param language as named on the code block's fence */
  async sendGrammar(language: string): Promise<void> {
    if (!this.#isDisposed) {
      await (await this.#colors()).sendGrammar(language);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#colors.ifLoaded().then((colors) => colors?.dispose());
  }
}
