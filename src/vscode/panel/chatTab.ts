import * as vscode from 'vscode';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { setContextKey } from '../setContextKey.ts';
import type { Surface } from './surface.ts';
import type { Surfaces } from './surfaces.ts';

/** The kind of the tab, by which VS Code brings it back after a reload. */
const CHAT_TAB = 'assistant.chatTab';

interface Tab {
  readonly panel: vscode.WebviewPanel;
  readonly surface: Surface;
}

/** The chat as an editor: in a tab beside the code, or in a window of its own. */
export class ChatTab implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #surfaces: Surfaces;
  readonly #extensionUri: vscode.Uri;
  readonly #registration: vscode.Disposable;
  /** One, as a rule: a second one is there only where VS Code brings one back after another was opened. */
  #tabs: readonly Tab[] = [];

  constructor(surfaces: Surfaces, extensionUri: vscode.Uri) {
    this.#surfaces = surfaces;
    this.#extensionUri = extensionUri;
    this.#registration = vscode.window.registerWebviewPanelSerializer(CHAT_TAB, this);
  }

  /** After a reload of the window. What was being written, the page knows by itself. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#fill(panel);
  }

  /** Shows the chat in an editor, and puts the keyboard into its composer. */
  async open(): Promise<void> {
    await this.#reveal();
  }

  /** Shows the chat in a window of its own, into which the tab moves with all that it shows. */
  async openInNewWindow(): Promise<void> {
    const { panel, surface } = await this.#reveal();
    // Only an editor that is open and active can be moved.
    await surface.whenFirstReady;
    await whenActive(panel);
    await vscode.commands.executeCommand('workbench.action.moveEditorToNewWindow');
  }

  /** Leaves the tabs open: VS Code brings them back. */
  dispose(): void {
    this.#registration.dispose();
  }

  async #reveal(): Promise<Tab> {
    const tab = this.#tabs.at(-1);
    if (tab === undefined) {
      const title = vscode.l10n.t('Chat');
      return this.#fill(vscode.window.createWebviewPanel(CHAT_TAB, title, vscode.ViewColumn.Active), {
        type: 'focusComposer',
      });
    }
    await tab.surface.reveal();
    return tab;
  }

  #fill(panel: vscode.WebviewPanel, then?: ToPanel): Tab {
    const icon = (file: string): vscode.Uri => vscode.Uri.joinPath(this.#extensionUri, 'media', file);
    panel.iconPath = { light: icon('assistantOnLight.svg'), dark: icon('assistant.svg') };
    const surface = this.#surfaces.open(
      {
        webview: panel.webview,
        isVisible: () => panel.visible,
        isActive: () => panel.active,
        show: async () => panel.reveal(),
        historyShown: (isShown) => {
          panel.title = isShown ? vscode.l10n.t('History') : vscode.l10n.t('Chat');
          void setContextKey('assistant.historyInTab', isShown);
        },
      },
      then,
    );
    const tab = { panel, surface };
    this.#tabs = [...this.#tabs, tab];
    panel.onDidChangeViewState(() => surface.visibilityChanged());
    panel.onDidDispose(() => {
      this.#surfaces.closed(surface);
      this.#tabs = this.#tabs.filter((other) => other !== tab);
    });
    return tab;
  }
}

async function whenActive(panel: vscode.WebviewPanel): Promise<void> {
  if (!panel.active) {
    await new Promise<void>((resolve) => {
      const listener = panel.onDidChangeViewState(() => {
        if (panel.active) {
          listener.dispose();
          resolve();
        }
      });
    });
  }
}
