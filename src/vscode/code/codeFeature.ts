import type * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { EditorColours } from './editorColours.ts';

/** Code in the panel in the colours of the editor. */
export function codeFeature(ui: Pick<ChatUi, 'post'>) {
  const colours = new LazyEditorColours((message) => ui.post(message));
  return {
    messages: {
      grammarWanted: ({ language }) => colours.sendGrammar(language),
    },
    pageStarts: () => colours.forget(),
    dispose: () => colours.dispose(),
  } satisfies Feature;
}

/** The colours of code, loaded when the panel shows some. */
class LazyEditorColours implements vscode.Disposable {
  readonly #colours: Lazy<EditorColours>;
  #isDisposed = false;

  constructor(post: (message: ToPanel) => void) {
    this.#colours = lazy(async () => {
      const { EditorColours } = await import('./editorColours.ts');
      return new EditorColours(post);
    });
  }

  /** A page of the panel begins, and knows nothing. */
  forget(): void {
    void this.#colours.ifLoaded().then((colours) => colours?.forget());
  }

  /** The panel shows code in this language, named as the code block's fence does. */
  async sendGrammar(language: string): Promise<void> {
    if (!this.#isDisposed) {
      await (await this.#colours()).sendGrammar(language);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#colours.ifLoaded().then((colours) => colours?.dispose());
  }
}
