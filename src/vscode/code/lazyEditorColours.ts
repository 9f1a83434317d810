import type * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { EditorColours } from './editorColours.ts';

/** The colours of code, loaded when the panel shows some. */
export class LazyEditorColours implements vscode.Disposable {
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
