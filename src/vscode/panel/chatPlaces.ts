import * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { ChatTab } from './chatTab.ts';
import { ChatView } from './chatView.ts';
import type { Surface } from './surface.ts';
import { Surfaces } from './surfaces.ts';

/** Where the chat can be: in its view and in a tab, and in both at once. */
export class ChatPlaces implements vscode.Disposable {
  readonly #both: vscode.Disposable;
  readonly surfaces: Surfaces;
  readonly view: ChatView;
  readonly tab: ChatTab;

  /** @param onMessage is called with each message of a page, and with the surface that the page is shown on */
  constructor(extensionUri: vscode.Uri, onMessage: (message: ToHost, surface: Surface) => void) {
    this.surfaces = new Surfaces(extensionUri, onMessage);
    this.view = new ChatView(this.surfaces);
    this.tab = new ChatTab(this.surfaces, extensionUri);
    this.#both = vscode.Disposable.from(this.view, this.tab);
  }

  /**
   * Shows the chat where it was used last, or in its view, and puts the keyboard into it.
   * @param then where in the panel the keyboard is to be; in the composer when left out
   */
  reveal(then?: ToPanel): Promise<void> {
    return (this.surfaces.current ?? this.view).reveal(then);
  }

  dispose(): void {
    this.#both.dispose();
  }
}
