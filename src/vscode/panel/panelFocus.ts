import type { CodeBlockPlace } from '../../protocol/toHost.ts';
import { setContextKey } from '../setContextKey.ts';
import type { Receiver } from './surface.ts';

/** Where the keyboard is in the panel, with the keys by which `package.json` gives commands their keys. */
export class PanelFocus {
  /** The place that has the keyboard, or had it last. */
  #place: Receiver | undefined;
  #hasFocus = false;
  #codeBlock: CodeBlockPlace | undefined;

  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** The code block that has the keyboard, or had it before a box of VS Code took it. */
  get codeBlock(): CodeBlockPlace | undefined {
    return this.#codeBlock;
  }

  /** A place tells whether it has the keyboard. */
  async set(place: Receiver, hasFocus: boolean, codeBlock: CodeBlockPlace | undefined): Promise<void> {
    // That one place has lost it may be heard of after another has got it.
    if (!hasFocus && this.#place !== place) {
      return;
    }
    this.#place = place;
    this.#hasFocus = hasFocus;
    this.#codeBlock = codeBlock;
    await setContextKey('assistant.panelFocused', hasFocus);
    await setContextKey('assistant.codeBlockFocused', codeBlock !== undefined);
  }
}
