import * as vscode from 'vscode';
import { lazy } from './base/lazy.ts';
import { toErrorMessage } from './core/toErrorMessage.ts';
import type { ToPanel } from './protocol/toPanel.ts';
import { reviewTabs } from './vscode/editing/reviewTabs.ts';
import { CHAT_TAB_TYPE } from './vscode/panel/chatTab.ts';
import { CHAT_VIEW_ID, showChatView } from './vscode/panel/chatView.ts';
import { type OpenedPage, openPage, type ShownAtOnce } from './vscode/panel/openPage.ts';
import { readSetting } from './vscode/settings.ts';
import { type TestEntry, testEntry } from './vscode/testAccess.ts';
import { foreign } from './vscode/uiText.ts';
import { notify } from './vscode/vscodeUi.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

let close = async (): Promise<void> => undefined;

/**
 * Gives VS Code what a person waits for, the page of the chat, before anything else is loaded. The rest, `extension.ts`,
 * is a file of its own on Node.js (see esbuild.js). It is loaded when the page is shown, or with the first command.
 */
export function activate(
  context: vscode.ExtensionContext,
): TestEntry | Promise<TestEntry | undefined> | undefined {
  const { extensionUri, subscriptions } = context;
  const { contributes }: Manifest = context.extension.packageJSON;
  let shown = (): ShownAtOnce => ({ draft: '', model: readSetting('model') });
  const rest = lazy(async () => {
    const started = (await import('./extension.js')).start(context);
    shown = () => started.ui.shownAtOnce();
    return started;
  });
  type Rest = Awaited<ReturnType<typeof rest>>;
  let isFirst = true;
  /** For the page that the first command opens. */
  let focusOnReady: ToPanel | undefined;

  /** Opens a page, then loads the rest, which takes it over once it is shown, unless it is closed by then. */
  const open = (
    place: Pick<vscode.WebviewView | vscode.WebviewPanel, 'webview' | 'onDidDispose'>,
    takeOver: (rest: Rest, page: OpenedPage) => void,
  ): void => {
    isFirst = false;
    const page = openPage(place.webview, extensionUri, shown());
    let isOpen = true;
    place.onDidDispose(() => {
      isOpen = false;
    });
    const load = async (): Promise<void> => {
      await page.whenShown;
      const loaded = await rest();
      if (isOpen) {
        loaded.restore();
        takeOver(loaded, page);
      }
    };
    void load().catch(report);
  };

  subscriptions.push(
    vscode.window.registerWebviewViewProvider(CHAT_VIEW_ID, {
      resolveWebviewView: (view) => {
        const message = focusOnReady;
        focusOnReady = undefined;
        open(view, ({ ui }, page) => ui.view.adopt(view, page, message));
      },
    }),
    vscode.window.registerWebviewPanelSerializer(CHAT_TAB_TYPE, {
      deserializeWebviewPanel: async (panel) => open(panel, ({ ui }, page) => ui.tab.adopt(panel, page)),
    }),
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...args: unknown[]) => {
        if (command === 'assistant.openChat' && isFirst) {
          focusOnReady = { type: 'focusComposer' };
          return showChatView();
        }
        isFirst = false;
        return (await rest()).commands.get(command)?.(...args);
      }),
    ),
  );
  close = async () => (await rest.ifLoaded())?.close();
  const entry = testEntry(async () => (await rest()).testAccess);
  // VS Code waits for the promise before it shows a review from before a reload: its file system is in the rest.
  return reviewTabs(() => true).length > 0 ? rest().then(() => entry) : entry;
}

function report(error: unknown): void {
  void notify('Error', foreign(toErrorMessage(error)));
}

/** VS Code waits a few seconds for this promise, so that the last turns and drafts reach the disk. */
export function deactivate(): Promise<void> {
  return close();
}
