import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { setContextKey } from '../setContextKey.ts';
import type { MessageReceiver } from './chatWebview.ts';

/** Where the keyboard is in the panel, with the keys by which `package.json` gives commands their keys. */
export class PanelFocus {
  /** The place that has the keyboard, or had it last. */
  #webview: MessageReceiver | undefined;
  #hasFocus = false;
  #codeBlock: CodeBlockRef | undefined;

  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** The code block that has the keyboard, or had it before a box of VS Code took it. */
  get codeBlock(): CodeBlockRef | undefined {
    return this.#codeBlock;
  }

  /** A place tells whether it has the keyboard. */
  async update(
    webview: MessageReceiver,
    hasFocus: boolean,
    codeBlock: CodeBlockRef | undefined,
  ): Promise<void> {
    // That one place has lost it may be heard of after another has got it.
    if (!hasFocus && this.#webview !== webview) {
      return;
    }
    this.#webview = webview;
    this.#hasFocus = hasFocus;
    this.#codeBlock = codeBlock;
    await setContextKey('assistant.panelFocused', hasFocus);
    await setContextKey('assistant.codeBlockFocused', codeBlock !== undefined);
  }
}
