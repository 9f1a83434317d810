import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import type { PanelState, ToPanel } from '../../protocol/toPanel.ts';
import type { Problem } from '../problem.ts';
import { ChatTab } from './chatTab.ts';
import { ChatView } from './chatView.ts';
import { type Feature, handlersOf } from './feature.ts';
import { PanelFocus } from './panelFocus.ts';
import type { Receiver } from './surface.ts';
import { Surfaces } from './surfaces.ts';

/**
 * The panel as the features see it: what they say goes to all places that show the chat, and what a page says goes to
 * the feature that handles it.
 */
export class ChatUi implements vscode.Disposable {
  readonly #surfaces: Surfaces;
  readonly view: ChatView;
  readonly tab: ChatTab;
  readonly focus = new PanelFocus();
  #features: readonly Feature[] = [];
  #handlers = handlersOf([]);

  constructor(extensionUri: vscode.Uri) {
    this.#surfaces = new Surfaces(extensionUri, (message, from) => void this.#receive(message, from));
    this.view = new ChatView(this.#surfaces);
    this.tab = new ChatTab(this.#surfaces, extensionUri);
  }

  /** From now on messages of the pages go to these features, and the state is made of their parts. */
  connect(features: readonly Feature[]): void {
    this.#features = features;
    this.#handlers = handlersOf(features);
  }

  /**
   * Shows the chat where it was used last, or in its view, and puts the keyboard into it.
   * @param then where in the panel the keyboard is to be; in the composer when left out
   */
  reveal(then?: ToPanel): Promise<void> {
    return (this.#surfaces.current ?? this.view).reveal(then);
  }

  /** Puts into the panel's composer what the host put into its own. */
  showDraft(text: string): void {
    this.post({ type: 'draft', text });
  }

  /** Sends the whole picture to all places. */
  postState(): void {
    this.#surfaces.post(this.#state());
  }

  /** Sends the whole picture to one place. */
  postStateTo(receiver: Receiver): void {
    this.postTo(receiver, this.#state());
  }

  /** Posts a message to all places. */
  post(message: ToPanel): void {
    this.#surfaces.post(message);
  }

  /** The same for what changed in the conversation: the text that a reply grew by goes before it. */
  postInOrder(message: ToPanel): void {
    this.#surfaces.postInOrder(message);
  }

  /** The text by which a reply grows; it is posted about once a frame. */
  postReplyText(turnId: string, text: string): void {
    this.#surfaces.postReplyText(turnId, text);
  }

  /** Posts a message to one place alone. The text collected so far goes to all before it. */
  postTo(receiver: Receiver, message: ToPanel): void {
    this.#surfaces.postTo(receiver, message);
  }

  postToOthers(receiver: Receiver, message: ToPanel): void {
    this.#surfaces.postToOthers(receiver, message);
  }

  dispose(): void {
    vscode.Disposable.from(this.view, this.tab).dispose();
  }

  async #receive(message: ToHost, from: Receiver): Promise<void> {
    if (message.type === 'ready') {
      return this.#start(from);
    }
    const handler = this.#handlers.get(message.type);
    if (!('requestId' in message)) {
      await handler?.(message, from);
      return;
    }
    let error: Problem;
    try {
      error = (await handler?.(message, from)) as Problem;
    } catch (thrown) {
      error = reasonOf(thrown);
    }
    this.postTo(from, { type: 'answer', requestId: message.requestId, ...defined({ error }) });
  }

  async #start(page: Receiver): Promise<void> {
    for (const feature of this.#features.filter(({ pageStarts }) => pageStarts)) {
      await feature.pageStarts?.(page);
    }
    this.postStateTo(page);
    // The first of them continues what the state says, so nothing may come between.
    for (const feature of this.#features.filter(({ pageStarted }) => pageStarted)) {
      await feature.pageStarted?.(page);
    }
  }

  #state(): PanelState {
    const parts = this.#features.map((feature) => feature.state?.());
    // `registerFeatures` compiles only where the parts make the whole.
    return Object.assign({ type: 'state' }, ...parts) as PanelState;
  }
}
