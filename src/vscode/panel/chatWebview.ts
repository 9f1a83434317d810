import * as vscode from 'vscode';
import { panelPage } from '../../protocol/panelPage.ts';
import { type ToHost, toHostSchema } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { panelStrings } from './panelStrings.ts';

const FOCUS_COMPOSER: ToPanel = { type: 'focusComposer' };

/** What takes a message for the panel. */
export interface MessageReceiver {
  post(message: ToPanel): void;
  /** The list of conversations lies over the chat there, or no longer: the place's title and its buttons say so. */
  setHistoryShown(isShown: boolean): void;
}

/** Where in VS Code a page of the chat is shown. */
export interface WebviewContainer {
  readonly webview: vscode.Webview;
  isVisible(): boolean;
  /** Whether a page that begins here has the keyboard, so that its composer is where it belongs. */
  isActive(): boolean;
  /** Brings the place before the user's eyes. */
  show(): Promise<void>;
  setHistoryShown(isShown: boolean): void;
}

/** What a surface tells whoever keeps it. */
export interface ChatWebviewListener {
  /** A message that is one of the protocol's; others are dropped. */
  onMessage(message: ToHost, surface: ChatWebview): void;
}

/**
 * One place that shows the chat, and the two-way channel to its page. The page comes and goes with the place (hidden,
 * moved); what is posted while there is none is dropped, since a page that is ready asks for the whole picture.
 */
export class ChatWebview implements MessageReceiver {
  readonly #container: WebviewContainer;
  readonly #listener: ChatWebviewListener;
  /** Kept once the page was there for the first time. */
  readonly whenFirstReady: Promise<void>;
  #resolveReady = (): void => undefined;
  #isReady = false;
  #messageOnReady: ToPanel | undefined;

  /** @param messageOnReady what the page is told as soon as it is there, such as to take the keyboard */
  constructor(
    extensionUri: vscode.Uri,
    container: WebviewContainer,
    listener: ChatWebviewListener,
    messageOnReady: ToPanel | undefined,
  ) {
    this.#container = container;
    this.#listener = listener;
    this.#messageOnReady = messageOnReady;
    this.whenFirstReady = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    const { webview } = container;
    webview.onDidReceiveMessage((message: unknown) => this.#onMessage(message));
    // The folder of the built panel is the only one that the page may read.
    const folder = vscode.Uri.joinPath(extensionUri, 'dist');
    const address = (file: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = panelPage({
      language: vscode.env.language,
      script: address('panel.js'),
      style: address('panel.css'),
      codeWorker: address('codeWorker.js'),
      cspSource: webview.cspSource,
      strings: panelStrings(),
    });
  }

  get isVisible(): boolean {
    return this.#container.isVisible();
  }

  post(message: ToPanel): void {
    if (this.#isReady) {
      void this.#container.webview.postMessage(message);
    }
  }

  /**
   * Brings the page before the user's eyes, and puts the keyboard into it.
   * @param message where in the panel the keyboard is to be: as long as the page is not ready, that waits
   */
  async reveal(message: ToPanel = FOCUS_COMPOSER): Promise<void> {
    this.#messageOnReady = this.#isReady ? undefined : message;
    await this.#container.show();
    this.post(message);
  }

  setHistoryShown(isShown: boolean): void {
    this.#container.setHistoryShown(isShown);
  }

  /** To be called when the place is shown or hidden: a page that is hidden is gone. */
  onVisibilityChanged(): void {
    if (!this.isVisible) {
      this.onPageUnloaded();
    }
  }

  /** A page that is gone has the keyboard no more, and says nothing of it. */
  onPageUnloaded(): void {
    this.#isReady = false;
    this.#listener.onMessage({ type: 'focusChanged', hasFocus: false }, this);
  }

  #onMessage(message: unknown): void {
    const parsed = toHostSchema.safeParse(message);
    if (!parsed.success) {
      return;
    }
    this.#isReady ||= parsed.data.type === 'ready';
    this.#listener.onMessage(parsed.data, this);
    if (parsed.data.type === 'ready') {
      this.#resolveReady();
      const then = this.#messageOnReady ?? (this.#container.isActive() ? FOCUS_COMPOSER : undefined);
      this.#messageOnReady = undefined;
      if (then !== undefined) {
        this.post(then);
      }
    }
  }
}
