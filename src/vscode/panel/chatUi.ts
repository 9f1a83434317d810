import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import type { PanelState, ToPanel } from '../../protocol/toPanel.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import { ChatTab } from './chatTab.ts';
import { ChatView } from './chatView.ts';
import type { MessageReceiver } from './chatWebview.ts';
import { ChatWebviews } from './chatWebviews.ts';
import { collectHandlers, type Feature } from './feature.ts';
import { PanelFocus } from './panelFocus.ts';

/**
 * The panel as the features see it: what they say goes to all places that show the chat, and what a page says goes to
 * the feature that handles it.
 */
export class ChatUi implements vscode.Disposable {
  readonly #webviews: ChatWebviews;
  readonly view: ChatView;
  readonly tab: ChatTab;
  readonly focus = new PanelFocus();
  #features: readonly Feature[] = [];
  #handlers = collectHandlers([]);

  constructor(extensionUri: vscode.Uri) {
    this.#webviews = new ChatWebviews(extensionUri, (message, from) => void this.#onMessage(message, from));
    this.view = new ChatView(this.#webviews);
    this.tab = new ChatTab(this.#webviews, extensionUri);
  }

  /** From now on messages of the pages go to these features, and the state is made of their parts. */
  setFeatures(features: readonly Feature[]): void {
    this.#features = features;
    this.#handlers = collectHandlers(features);
  }

  /**
   * Shows the chat where it was used last, or in its view, and puts the keyboard into it.
   * @param message where in the panel the keyboard is to be; in the composer when left out
   */
  reveal(message?: ToPanel): Promise<void> {
    return (this.#webviews.current ?? this.view).reveal(message);
  }

  /** Puts into the panel's composer what the host put into its own. */
  showDraft(text: string): void {
    this.post({ type: 'draft', text });
  }

  /** Sends the whole picture to all places. */
  postState(): void {
    this.#webviews.post(this.#state());
  }

  /** Sends the whole picture to one place. */
  postStateTo(receiver: MessageReceiver): void {
    this.postTo(receiver, this.#state());
  }

  /** Posts a message to all places. */
  post(message: ToPanel): void {
    this.#webviews.post(message);
  }

  /** The same for what changed in the conversation: the text that a reply grew by goes before it. */
  postInOrder(message: ToPanel): void {
    this.#webviews.postInOrder(message);
  }

  /** The text by which a reply grows; it is posted about once a frame. */
  postReplyText(turnId: string, text: string): void {
    this.#webviews.postReplyText(turnId, text);
  }

  /** Posts a message to one place alone. The text collected so far goes to all before it. */
  postTo(receiver: MessageReceiver, message: ToPanel): void {
    this.#webviews.postTo(receiver, message);
  }

  postToOthers(receiver: MessageReceiver, message: ToPanel): void {
    this.#webviews.postToOthers(receiver, message);
  }

  dispose(): void {
    vscode.Disposable.from(this.view, this.tab).dispose();
  }

  async #onMessage(message: ToHost, from: MessageReceiver): Promise<void> {
    if (message.type === 'ready') {
      return this.#initializePage(from);
    }
    const handler = this.#handlers.get(message.type);
    if (!('requestId' in message)) {
      await handler?.(message, from);
      return;
    }
    let error: ErrorMessage;
    try {
      error = (await handler?.(message, from)) as ErrorMessage;
    } catch (thrown) {
      error = toErrorMessage(thrown);
    }
    this.postTo(from, { type: 'response', requestId: message.requestId, ...omitUndefined({ error }) });
  }

  async #initializePage(page: MessageReceiver): Promise<void> {
    for (const feature of this.#features.filter(({ onWillSendState }) => onWillSendState)) {
      await feature.onWillSendState?.(page);
    }
    this.postStateTo(page);
    // The first of them continues what the state says, so nothing may come between.
    for (const feature of this.#features.filter(({ onDidSendState }) => onDidSendState)) {
      await feature.onDidSendState?.(page);
    }
  }

  #state(): PanelState {
    const parts = this.#features.map((feature) => feature.state?.());
    // `registerFeatures` compiles only where the parts make the whole.
    return Object.assign({ type: 'state' }, ...parts) as PanelState;
  }
}
