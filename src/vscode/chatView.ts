import * as vscode from 'vscode';
import { panelPage } from '../protocol/panelPage.ts';
import { type ToHost, toHostSchema } from '../protocol/toHost.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import { panelStrings } from './panelStrings.ts';

const CHAT_VIEW = 'assistant.chat';

/**
 * The chat view and the two-way channel to its page. The page comes and goes with the view (hidden, moved);
 * what is posted while there is none is dropped, since a page that is ready asks for the whole picture.
 */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #receive: (message: ToHost) => void;
  readonly #registration: vscode.Disposable;
  #webview: vscode.Webview | undefined;
  #isReady = false;
  #whenReady: ToPanel | undefined;

  /** @param receive is called with each message that is one of the protocol's; others are dropped. */
  constructor(extensionUri: vscode.Uri, receive: (message: ToHost) => void) {
    this.#extensionUri = extensionUri;
    this.#receive = receive;
    this.#registration = vscode.window.registerWebviewViewProvider(CHAT_VIEW, this);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    this.#webview = webview;
    this.#isReady = false;
    webview.onDidReceiveMessage((message: unknown) => this.#parse(message));
    view.onDidDispose(() => {
      if (this.#webview === webview) {
        this.#webview = undefined;
        this.#isReady = false;
      }
    });
    view.onDidChangeVisibility(() => {
      this.#isReady &&= view.visible;
    });
    // The folder of the built panel is the only one that the page may read.
    const folder = vscode.Uri.joinPath(this.#extensionUri, 'dist');
    const address = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = panelPage({
      language: vscode.env.language,
      script: address('panel.js'),
      style: address('panel.css'),
      codeWorker: address('codeWorker.js'),
      source: webview.cspSource,
      strings: panelStrings(),
    });
  }

  post(message: ToPanel): void {
    if (this.#isReady) {
      void this.#webview?.postMessage(message);
    }
  }

  /**
   * Shows the view, wherever the user has put it, and puts the keyboard into it.
   * @param then where in the panel the keyboard is to be: as long as it is not ready, that waits
   */
  async reveal(then: ToPanel = { type: 'focusComposer' }): Promise<void> {
    this.#whenReady = this.#isReady ? undefined : then;
    await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
    this.post(then);
  }

  #parse(message: unknown): void {
    const parsed = toHostSchema.safeParse(message);
    if (!parsed.success) {
      return;
    }
    const isReady = parsed.data.type === 'ready';
    this.#isReady ||= isReady;
    this.#receive(parsed.data);
    if (isReady && this.#whenReady !== undefined) {
      this.post(this.#whenReady);
      this.#whenReady = undefined;
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
