import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import type { ChatWebview } from './chatWebview.ts';
import type { ChatWebviews } from './chatWebviews.ts';
import type { OpenedPage } from './openPage.ts';

export const CHAT_VIEW_ID = 'assistant.chat';

/** The chat as a view, in the side bar or wherever the user has moved it. */
export class ChatView {
  readonly #webviews: ChatWebviews;
  #webview: ChatWebview | undefined;
  #messageOnReady: ToPanel | undefined;

  constructor(webviews: ChatWebviews) {
    this.#webviews = webviews;
  }

  /**
   * Takes over the view, which VS Code has opened.
   * @param messageOnReady where in the panel to set the focus, if the view was opened for that
   */
  adopt(view: vscode.WebviewView, page: OpenedPage, messageOnReady: ToPanel | undefined): void {
    const webview = this.#webviews.add(
      {
        webview: view.webview,
        page,
        isVisible: () => view.visible,
        isActive: () => false,
        show: showChatView,
        setHistoryShown: (isShown) => void setContextKey('assistant.historyInView', isShown),
        setTitle: (title) => {
          view.title = title;
        },
      },
      this.#messageOnReady ?? messageOnReady,
    );
    this.#messageOnReady = undefined;
    this.#webview = webview;
    view.onDidChangeVisibility(() => webview.onVisibilityChanged());
    view.onDidDispose(() => {
      this.#webviews.remove(webview);
      if (this.#webview === webview) {
        this.#webview = undefined;
      }
    });
  }

  /**
   * Shows the view and focuses it.
   * @param message where in the panel to set the focus
   */
  async reveal(message: ToPanel = { type: 'focusComposer' }): Promise<void> {
    if (this.#webview === undefined) {
      this.#messageOnReady = message;
      await showChatView();
    } else {
      await this.#webview.reveal(message);
    }
  }

  /** Opens VS Code's picker for another location of the view. */
  async move(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', CHAT_VIEW_ID);
  }
}

export async function showChatView(): Promise<void> {
  await vscode.commands.executeCommand(`${CHAT_VIEW_ID}.focus`);
}
