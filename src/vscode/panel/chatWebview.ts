import type * as vscode from 'vscode';
import { type ToHost, toHostSchema } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { foreign, plainText, t, type UiText } from '../uiText.ts';
import type { OpenedPage, ShownAtOnce } from './openPage.ts';

/** Messages after which a page shows something else at once. */
const CHANGES_PAGE: ReadonlySet<ToPanel['type']> = new Set([
  'shown',
  'draft',
  'draftChangedElsewhere',
  'model',
]);

const FOCUS_COMPOSER: ToPanel = { type: 'focusComposer' };

/** Receives messages for the panel. */
export interface MessageReceiver {
  post(message: ToPanel): void;
  /**
   * Called when the list of conversations appears or disappears in this webview, to update the title and its buttons.
   */
  setHistoryShown(isShown: boolean): void;
  /** Gives the focus back to the page, which sets it where it was. Does nothing if the page is hidden. */
  restoreFocus(): Promise<void>;
}

/** The VS Code view or tab that contains the webview. */
export interface WebviewContainer {
  readonly webview: Pick<vscode.Webview, 'postMessage'>;
  readonly page: OpenedPage;
  isVisible(): boolean;
  /** Whether the container is active. A page that loads then focuses its composer. */
  isActive(): boolean;
  /** Reveals the view or tab. */
  show(): Promise<void>;
  setHistoryShown(isShown: boolean): void;
  setTitle(title: UiText): void;
}

export interface ChatWebviewListener {
  /** What a page shows before it has loaded. */
  shownAtOnce(): ShownAtOnce;
  /** Called with each message that can be parsed. A request that can't be is answered, so that its sender goes on. */
  onMessage(message: ToHost, webview: ChatWebview): void;
  /** Called when a conversation that was before the user may no longer be, or the reverse. */
  onVisibilityChanged(): void;
  /** Called for each other message. @param description its type and its fields that are wrong, without their content */
  logUnreadable(description: string): void;
}

/**
 * One webview that shows the chat, and the message channel to its page. VS Code unloads the page when the webview is
 * hidden or moved. Messages posted meanwhile are dropped, since a page requests the complete state when it has
 * loaded. Until then it shows what its HTML has.
 */
export class ChatWebview implements MessageReceiver {
  readonly #container: WebviewContainer;
  readonly #listener: ChatWebviewListener;
  /** Resolves when the page has loaded for the first time. */
  readonly whenFirstReady: Promise<void>;
  #resolveReady = (): void => undefined;
  #isReady = false;
  /** VS Code throws whatever a closed webview is asked for. */
  #isClosed = false;
  #messageOnReady: ToPanel | undefined;
  #conversationTitle: string;
  #isHistoryShown = false;

  /**
   * @param messageOnReady posted as soon as the page has loaded, for example to focus the composer, unless the page has
   *   done that by itself
   * @param title of the conversation; empty if it has none
   */
  constructor(
    container: WebviewContainer,
    listener: ChatWebviewListener,
    messageOnReady: ToPanel | undefined,
    title: string,
  ) {
    this.#container = container;
    this.#listener = listener;
    this.#messageOnReady = messageOnReady;
    this.#conversationTitle = title;
    this.#updateTitle();
    this.whenFirstReady = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    container.page.listen((message) => this.#onMessage(message));
  }

  get isVisible(): boolean {
    return !this.#isClosed && this.#container.isVisible();
  }

  /** Whether its page is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it shows the conversation, not the list of them. */
  get isConversationVisible(): boolean {
    return this.isVisible && !this.#isHistoryShown;
  }

  post(message: ToPanel): void {
    if (this.#isReady) {
      void this.#container.webview.postMessage(message);
    } else if (!(this.isVisible || this.#isClosed) && CHANGES_PAGE.has(message.type)) {
      this.#updatePage();
    }
  }

  /**
   * Reveals the page and focuses it.
   * @param message where in the panel to set the focus; posted when the page is ready
   */
  async reveal(message: ToPanel = FOCUS_COMPOSER): Promise<void> {
    const isReady = this.#isReady;
    this.#messageOnReady = isReady ? undefined : message;
    await this.#container.show();
    if (isReady) {
      this.post(message);
    }
  }

  async restoreFocus(): Promise<void> {
    // VS Code itself focuses the active editor.
    if (this.isVisible && !this.#container.isActive()) {
      await this.#container.show();
    }
  }

  setHistoryShown(isShown: boolean): void {
    this.#container.setHistoryShown(isShown);
    this.#isHistoryShown = isShown;
    this.#updateTitle();
    this.#listener.onVisibilityChanged();
  }

  /** @param title of the conversation; empty if it has none */
  setTitle(title: string): void {
    this.#conversationTitle = title;
    this.#updateTitle();
  }

  /** Must be called when the container is shown or hidden. VS Code unloads hidden pages. */
  onVisibilityChanged(): void {
    if (!this.isVisible) {
      this.#onPageUnloaded();
      this.#updatePage();
    }
    this.#listener.onVisibilityChanged();
  }

  /** Must be called when the container is closed. What still waits for something may post to it. */
  onClosed(): void {
    this.#isClosed = true;
    this.#onPageUnloaded();
  }

  /** Reports the loss of focus, since a page that is unloaded can't. */
  #onPageUnloaded(): void {
    this.#isReady = false;
    this.#listener.onMessage({ type: 'focusChanged', hasFocus: false }, this);
  }

  #updatePage(): void {
    this.#container.page.update(this.#listener.shownAtOnce());
  }

  #updateTitle(): void {
    const title = this.#conversationTitle;
    this.#container.setTitle(
      this.#isHistoryShown ? t('Conversations') : title === '' ? t('Chat') : foreign(title),
    );
  }

  #onMessage(message: unknown): void {
    const parsed = toHostSchema.safeParse(message);
    if (!parsed.success) {
      const { type, requestId } = partsOf(message);
      const fields = new Set(parsed.error.issues.map(({ path, code }) => [...path, code].join('.')));
      this.#listener.logUnreadable(`unreadable message of the chat: ${type}: ${[...fields].join(', ')}`);
      if (requestId !== undefined) {
        const error = t('The chat’s message could not be read, so nothing was done.');
        this.post({ type: 'response', requestId, result: { kind: 'error', text: plainText(error) } });
      }
      return;
    }
    this.#isReady ||= parsed.data.type === 'ready';
    this.#listener.onMessage(parsed.data, this);
    if (parsed.data.type === 'ready') {
      this.#resolveReady();
      const then = this.#messageOnReady ?? (this.#container.isActive() ? FOCUS_COMPOSER : undefined);
      this.#messageOnReady = undefined;
      // Later than the page by itself, it would take the focus from where the user has moved it.
      if (then !== undefined && !(then.type === 'focusComposer' && parsed.data.hasFocus)) {
        this.post(then);
      }
    }
  }
}

/** What can be said of a message that can't be parsed. */
function partsOf(message: unknown): { type: string; requestId?: number } {
  const { type, requestId }: { type?: unknown; requestId?: unknown } = Object(message);
  return {
    type: typeof type === 'string' && /^[a-z]{1,40}$/i.test(type) ? type : 'unknown',
    ...(typeof requestId === 'number' && { requestId }),
  };
}
