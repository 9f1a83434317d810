import type * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import type { PanelState, RequestResult, ToPanel } from '../../protocol/toPanel.ts';
import { type ActionResult, showMessage } from '../actionResult.ts';
import { plainText } from '../uiText.ts';
import { setFocusKeeper } from '../vscodeUi.ts';
import { ChatTab } from './chatTab.ts';
import { ChatView } from './chatView.ts';
import type { MessageReceiver } from './chatWebview.ts';
import { ChatWebviews } from './chatWebviews.ts';
import { collectHandlers, type Feature, resultOf } from './feature.ts';
import type { ShownAtOnce } from './openPage.ts';
import { PanelFocus } from './panelFocus.ts';

/** The panel as features see it: the chat webviews, each message of which goes to the feature that handles it. */
export class ChatUi extends ChatWebviews implements vscode.Disposable {
  readonly view: ChatView;
  readonly tab: ChatTab;
  readonly focus = new PanelFocus();
  #features: readonly Feature[] = [];
  #handlers = collectHandlers([], () => '');

  /** @param logUnreadable called for a message that can't be parsed, with a description without its content */
  constructor(extensionUri: vscode.Uri, logUnreadable: (description: string) => void) {
    super({
      onMessage: (message, from) => void this.#onMessage(message, from),
      logUnreadable,
      shownAtOnce: () => this.shownAtOnce(),
    });
    this.view = new ChatView(this);
    this.tab = new ChatTab(this, extensionUri, () => this.shownAtOnce());
    setFocusKeeper(this.focus);
  }

  /**
   * Sets the features that handle messages and contribute to the state.
   * @param shownId returns the id of the conversation that is shown
   */
  setFeatures(features: readonly Feature[], shownId: () => string): void {
    this.#features = features;
    this.#handlers = collectHandlers(features, shownId);
  }

  /** What a page shows before it has loaded. */
  shownAtOnce(): ShownAtOnce {
    const { draft, model } = this.#state();
    return { draft, model: model.id };
  }

  /**
   * Shows the chat in the most recently used webview, or in its view, and focuses it.
   * @param message where in the panel to set the focus; default is the composer
   */
  reveal(message?: ToPanel): Promise<void> {
    return (this.current ?? this.view).reveal(message);
  }

  /** Shows a draft that the host changed. */
  showDraft({ owner, draft }: { owner: { conversation: string }; draft: string }): void {
    this.post({ type: 'draft', conversationId: owner.conversation, text: draft });
  }

  /** Shows the current conversation in all webviews. Until the window is restored, each waits for `showIn`. */
  show(): void {
    const state = this.#state();
    if (state.isLoading !== true) {
      this.post(state);
    }
  }

  /** Shows the current conversation in one webview. */
  showIn(receiver: MessageReceiver): void {
    this.postTo(receiver, this.#state());
  }

  dispose(): void {
    this.focus.dispose();
  }

  async #onMessage(message: ToHost, from: MessageReceiver): Promise<void> {
    if (message.type === 'ready') {
      return this.#initializePage(from);
    }
    const result = await this.#handlers.get(message.type)?.(message, from);
    if (!('requestId' in message)) {
      reportError(result);
      return;
    }
    const { requestId } = message;
    this.postTo(from, {
      type: 'response',
      requestId,
      ...omitUndefined({ result: result && toRequestResult(result) }),
    });
  }

  async #initializePage(page: MessageReceiver): Promise<void> {
    for (const feature of this.#features.filter(({ onWillSendState }) => onWillSendState)) {
      reportError(await resultOf(() => feature.onWillSendState?.(page)));
    }
    this.showIn(page);
    // The first handler posts messages that continue the state, so no other message may be posted before them.
    for (const feature of this.#features.filter(({ onDidSendState }) => onDidSendState)) {
      reportError(await resultOf(() => feature.onDidSendState?.(page)));
    }
  }

  #state(): PanelState {
    const parts = this.#features.map((feature) => feature.state?.());
    // `registerFeatures` compiles only if the parts make up the complete state.
    return Object.assign({ type: 'shown' }, ...parts) as PanelState;
  }
}

/** Shows why something failed that the page does not wait for. */
function reportError(result: ActionResult): void {
  if (result?.kind === 'error') {
    showMessage(result, { severity: 'Error' });
  }
}

/** Without the button, which only notifications have. */
function toRequestResult(result: NonNullable<ActionResult>): RequestResult {
  if (result.kind === 'canceled') {
    return result;
  }
  const { button: _, text, ...rest } = result;
  return { ...rest, text: plainText(text) };
}
