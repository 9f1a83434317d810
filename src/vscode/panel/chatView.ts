import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import { plainText, t } from '../uiText.ts';
import type { ChatWebview } from './chatWebview.ts';
import type { ChatWebviews } from './chatWebviews.ts';
import type { OpenedPage } from './openPage.ts';

export const CHAT_VIEW_ID = 'assistant.chat';

/** The chat as a view, in the side bar or wherever the user has moved it. */
export class ChatView {
  readonly #webviews: ChatWebviews;
  #webview: ChatWebview | undefined;
  #messageOnReady: ToPanel | undefined;
  #view: vscode.WebviewView | undefined;
  #unseenCount = 0;

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
          view.title = plainText(title);
        },
      },
      this.#messageOnReady ?? messageOnReady,
    );
    this.#messageOnReady = undefined;
    this.#webview = webview;
    this.#view = view;
    this.#showBadge();
    view.onDidChangeVisibility(() => webview.onVisibilityChanged());
    view.onDidDispose(() => {
      this.#webviews.remove(webview);
      if (this.#webview === webview) {
        this.#webview = undefined;
        this.#view = undefined;
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

  /** Says on the view's icon how many replies have ended unseen or wait. A view that was not opened yet has none. */
  setUnseenCount(count: number): void {
    this.#unseenCount = count;
    this.#showBadge();
  }

  /** Opens VS Code's picker for another location of the view. */
  async move(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', CHAT_VIEW_ID);
  }

  #showBadge(): void {
    const value = this.#unseenCount;
    if (this.#view !== undefined && (this.#view.badge?.value ?? 0) !== value) {
      const tooltip = value === 1 ? t('1 reply to look at') : t('{0} replies to look at', value);
      // VS Code hides a badge of 0, but some versions, such as 1.104, keep one that is set to `undefined`.
      this.#view.badge = { value, tooltip: value === 0 ? '' : plainText(tooltip) };
    }
  }
}

export async function showChatView(): Promise<void> {
  await vscode.commands.executeCommand(`${CHAT_VIEW_ID}.focus`);
}
