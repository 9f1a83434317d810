import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import type { Surface } from './surface.ts';
import type { Surfaces } from './surfaces.ts';

const CHAT_VIEW = 'assistant.chat';

/** The chat as a view, in the side bar or wherever the user has put it. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #surfaces: Surfaces;
  readonly #registration: vscode.Disposable;
  #surface: Surface | undefined;
  #whenReady: ToPanel | undefined;

  constructor(surfaces: Surfaces) {
    this.#surfaces = surfaces;
    this.#registration = vscode.window.registerWebviewViewProvider(CHAT_VIEW, this);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const surface = this.#surfaces.open(
      {
        webview: view.webview,
        isVisible: () => view.visible,
        isActive: () => false,
        show,
        historyShown: (isShown) => {
          view.title = isShown ? vscode.l10n.t('History') : vscode.l10n.t('Chat');
          void setContextKey('assistant.historyInView', isShown);
        },
      },
      this.#whenReady,
    );
    this.#whenReady = undefined;
    this.#surface = surface;
    view.onDidChangeVisibility(() => surface.visibilityChanged());
    view.onDidDispose(() => {
      this.#surfaces.closed(surface);
      if (this.#surface === surface) {
        this.#surface = undefined;
      }
    });
  }

  /**
   * Shows the view, wherever the user has put it, and puts the keyboard into it.
   * @param then where in the panel the keyboard is to be
   */
  async reveal(then: ToPanel = { type: 'focusComposer' }): Promise<void> {
    if (this.#surface === undefined) {
      this.#whenReady = then;
      await show();
    } else {
      await this.#surface.reveal(then);
    }
  }

  /** Lets the user choose another place for the view: another bar, or a bar of its own. */
  async move(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', CHAT_VIEW);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

async function show(): Promise<void> {
  await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
}
