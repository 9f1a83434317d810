import type * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { CodeColours } from './codeColours.ts';

/** The colours of code, loaded when the panel shows some. */
export class LazyCodeColours implements vscode.Disposable {
  readonly #post: (message: ToPanel) => void;
  #loading: Promise<CodeColours> | undefined;
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
      this.#loading ??= import('./codeColours.ts').then(({ CodeColours }) => new CodeColours(this.#post));
      await (await this.#loading).sendGrammar(language);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#loading?.then((colours) => colours.dispose());
  }
}
