import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import { plainText, t } from '../uiText.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ChatWebview } from './chatWebview.ts';
import type { ChatWebviews } from './chatWebviews.ts';
import { type OpenedPage, openPage, type ShownAtOnce } from './openPage.ts';

/** View type of the tab. VS Code restores tabs by it after a reload. */
export const CHAT_TAB_TYPE = 'assistant.chatTab';

/** Maximum time until a revealed tab is active, in ms. In a window that the system doesn't focus, it never is. */
const ACTIVE_TIMEOUT_MS = 5_000;

interface ChatTabEntry {
  readonly panel: vscode.WebviewPanel;
  readonly webview: ChatWebview;
}

/** The chat as an editor: in a tab, or in a window of its own. */
export class ChatTab {
  readonly #webviews: ChatWebviews;
  readonly #extensionUri: vscode.Uri;
  readonly #shown: () => ShownAtOnce;
  /** Usually at most one. A second one exists only if VS Code restores a tab after another was opened. */
  #tabs: readonly ChatTabEntry[] = [];

  /** @param shown returns what a new page shows before it has loaded */
  constructor(webviews: ChatWebviews, extensionUri: vscode.Uri, shown: () => ShownAtOnce) {
    this.#webviews = webviews;
    this.#extensionUri = extensionUri;
    this.#shown = shown;
  }

  /** Takes over a tab that VS Code has restored. The page restores unsent text from its own state. */
  adopt(panel: vscode.WebviewPanel, page: OpenedPage): void {
    this.#addTab(panel, page);
  }

  /** Shows the chat in an editor and focuses the composer. */
  async open(): Promise<void> {
    await this.#reveal();
  }

  /** Moves the tab to a window of its own. */
  async openInNewWindow(): Promise<void> {
    const tab = await this.#reveal();
    await withTimeout(ACTIVE_TIMEOUT_MS, untilLoadedOrClosed(tab), undefined);
    // VS Code moves the active editor, whichever that is.
    if (this.#tabs.includes(tab) && tab.panel.active) {
      await vscode.commands.executeCommand('workbench.action.moveEditorToNewWindow');
    }
  }

  async #reveal(): Promise<ChatTabEntry> {
    const tab = this.#tabs.at(-1);
    if (tab === undefined) {
      const panel = vscode.window.createWebviewPanel(
        CHAT_TAB_TYPE,
        plainText(t('Chat')),
        vscode.ViewColumn.Active,
      );
      const page = openPage(panel.webview, this.#extensionUri, this.#shown());
      return this.#addTab(panel, page, { type: 'focusComposer' });
    }
    await tab.webview.reveal();
    return tab;
  }

  #addTab(panel: vscode.WebviewPanel, page: OpenedPage, messageOnReady?: ToPanel): ChatTabEntry {
    const icon = (file: string): vscode.Uri => vscode.Uri.joinPath(this.#extensionUri, 'media', file);
    panel.iconPath = { light: icon('assistantOnLight.svg'), dark: icon('assistant.svg') };
    const webview = this.#webviews.add(
      {
        webview: panel.webview,
        page,
        isVisible: () => panel.visible,
        isActive: () => panel.active,
        show: async () => panel.reveal(),
        setHistoryShown: (isShown) => void setContextKey('assistant.historyInTab', isShown),
        setTitle: (title) => {
          panel.title = plainText(title);
        },
      },
      messageOnReady,
    );
    const tab = { panel, webview };
    this.#tabs = [...this.#tabs, tab];
    panel.onDidChangeViewState(() => webview.onVisibilityChanged());
    panel.onDidDispose(() => {
      this.#webviews.remove(webview);
      this.#tabs = this.#tabs.filter((other) => other !== tab);
    });
    return tab;
  }
}

/** Resolves when the page has loaded and its tab is active, or when the tab is closed. */
async function untilLoadedOrClosed({ panel, webview }: ChatTabEntry): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    panel.onDidDispose(() => resolve());
  });
  const active = new Promise<void>((resolve) => {
    const resolveIfActive = (): void => {
      if (panel.active) {
        resolve();
      }
    };
    panel.onDidChangeViewState(resolveIfActive);
    resolveIfActive();
  });
  await Promise.race([closed, Promise.all([webview.whenFirstReady, active])]);
}
