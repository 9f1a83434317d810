import type * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { EditorColours } from './editorColours.ts';

/** The colours of code, loaded when the panel shows some. */
export class LazyEditorColours implements vscode.Disposable {
  readonly #post: (message: ToPanel) => void;
  #loading: Promise<EditorColours> | undefined;
  #isDisposed = false;

  constructor(post: (message: ToPanel) => void) {
    this.#post = post;
  }

  /** A page of the panel begins, and knows nothing. */
  forget(): void {
    void this.#loading?.then((colours) => colours.forget());
  }

  /** The panel shows code in this language, named as the code block's fence does. */
  async sendGrammar(language: string): Promise<void> {
    if (!this.#isDisposed) {
      this.#loading ??= import('./editorColours.ts').then(
        ({ EditorColours }) => new EditorColours(this.#post),
      );
      await (await this.#loading).sendGrammar(language);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#loading?.then((colours) => colours.dispose());
  }
}
