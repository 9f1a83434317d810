import type { FocusedCodeBlock } from '../../protocol/toHost.ts';
import { setContextKey } from '../setContextKey.ts';
import type { MessageReceiver } from './chatWebview.ts';

/** Tracks the focus in the panel, and sets the context keys that keybindings in `package.json` depend on. */
export class PanelFocus {
  /** The webview that has the focus, or had it last. */
  #webview: MessageReceiver | undefined;
  #hasFocus = false;
  #codeBlock: FocusedCodeBlock | undefined;
  /** Values of the context keys. */
  #keys = '';

  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** The code block that has the focus, or had it before a VS Code input took it, and what is selected in it. */
  get codeBlock(): FocusedCodeBlock | undefined {
    return this.#codeBlock;
  }

  /** Called when a webview reports its focus. */
  async update(
    webview: MessageReceiver,
    hasFocus: boolean,
    codeBlock: FocusedCodeBlock | undefined,
  ): Promise<void> {
    // A webview may report that it lost the focus only after another has reported that it gained it.
    if (!hasFocus && this.#webview !== webview) {
      return;
    }
    this.#webview = webview;
    this.#hasFocus = hasFocus;
    this.#codeBlock = codeBlock;
    // Not for each change of the selected part.
    const keys = `${hasFocus} ${codeBlock !== undefined}`;
    if (keys !== this.#keys) {
      this.#keys = keys;
      await setContextKey('assistant.panelFocused', hasFocus);
      await setContextKey('assistant.codeBlockFocused', codeBlock !== undefined);
    }
  }
}
