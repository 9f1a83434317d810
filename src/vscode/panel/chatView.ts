import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import type { ChatWebview } from './chatWebview.ts';
import type { ChatWebviews } from './chatWebviews.ts';

const CHAT_VIEW_ID = 'assistant.chat';

/** The chat as a view, in the side bar or wherever the user has put it. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #webviews: ChatWebviews;
  readonly #registration: vscode.Disposable;
  #webview: ChatWebview | undefined;
  #messageOnReady: ToPanel | undefined;

  constructor(surfaces: ChatWebviews) {
    this.#webviews = surfaces;
    this.#registration = vscode.window.registerWebviewViewProvider(CHAT_VIEW_ID, this);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const surface = this.#webviews.add(
      {
        webview: view.webview,
        isVisible: () => view.visible,
        isActive: () => false,
        show,
        setHistoryShown: (isShown) => {
          view.title = isShown ? vscode.l10n.t('History') : vscode.l10n.t('Chat');
          void setContextKey('assistant.historyInView', isShown);
        },
      },
      this.#messageOnReady,
    );
    this.#messageOnReady = undefined;
    this.#webview = surface;
    view.onDidChangeVisibility(() => surface.onVisibilityChanged());
    view.onDidDispose(() => {
      this.#webviews.remove(surface);
      if (this.#webview === surface) {
        this.#webview = undefined;
      }
    });
  }

  /**
   * Shows the view, wherever the user has put it, and puts the keyboard into it.
   * @param message where in the panel the keyboard is to be
   */
  async reveal(message: ToPanel = { type: 'focusComposer' }): Promise<void> {
    if (this.#webview === undefined) {
      this.#messageOnReady = message;
      await show();
    } else {
      await this.#webview.reveal(message);
    }
  }

  /** Lets the user choose another place for the view: another bar, or a bar of its own. */
  async move(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', CHAT_VIEW_ID);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

async function show(): Promise<void> {
  await vscode.commands.executeCommand(`${CHAT_VIEW_ID}.focus`);
}
