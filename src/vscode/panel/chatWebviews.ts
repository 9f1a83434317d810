import { Emitter } from '../../base/emitter.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import {
  ChatWebview,
  type ChatWebviewListener,
  type MessageReceiver,
  type WebviewContainer,
} from './chatWebview.ts';

/** About one frame, in ms. Posting more often has no visible effect; posting less often makes the text jump. */
const FRAME_MS = 16;

/** All open chat webviews. They show the same content; some messages go only to the most recently used one. */
export class ChatWebviews {
  readonly #listener: ChatWebviewListener;
  /** The most recently used one comes first. */
  #webviews: readonly ChatWebview[] = [];
  #title = '';
  readonly #visibilityChanged = new Emitter<void>();
  readonly #batch = new DeltaBatch((delta) => this.#post({ type: 'replyText', ...delta }));

  /** Fires when `isConversationVisible` may have changed. */
  readonly onVisibilityChanged = this.#visibilityChanged.event;

  constructor(listener: Omit<ChatWebviewListener, 'onVisibilityChanged'>) {
    this.#listener = {
      ...listener,
      onMessage: (message, webview) => {
        if (message.type === 'webviewUsed') {
          this.markUsed(webview);
        }
        listener.onMessage(message, webview);
      },
      onVisibilityChanged: () => this.#visibilityChanged.fire(),
    };
  }

  /** The most recently used webview, preferably a visible one. `undefined` if none is open. */
  get current(): ChatWebview | undefined {
    return this.#webviews.find((webview) => webview.isVisible) ?? this.#webviews[0];
  }

  /** Whether a page is loaded, for which it is worth computing what it shows. */
  get hasPage(): boolean {
    return this.#webviews.some(({ isReady }) => isReady);
  }

  /** Whether the conversation is before the user, in any of them. */
  get isConversationVisible(): boolean {
    return this.#webviews.some(({ isConversationVisible }) => isConversationVisible);
  }

  /** @param messageOnReady posted when the page has loaded; if set, the webview becomes the current one */
  add(container: WebviewContainer, messageOnReady: ToPanel | undefined): ChatWebview {
    const webview = new ChatWebview(container, this.#listener, messageOnReady, this.#title);
    this.#webviews =
      messageOnReady !== undefined ? [webview, ...this.#webviews] : [...this.#webviews, webview];
    this.#visibilityChanged.fire();
    return webview;
  }

  /** Shows the title of the conversation on the view and the tab. @param title empty if it has none */
  setTitle(title: string): void {
    if (title !== this.#title) {
      this.#title = title;
      for (const webview of this.#webviews) {
        webview.setTitle(title);
      }
    }
  }

  markUsed(webview: ChatWebview): void {
    if (this.#webviews.includes(webview)) {
      this.#webviews = [webview, ...this.#webviews.filter((other) => other !== webview)];
    }
  }

  remove(webview: ChatWebview): void {
    this.#webviews = this.#webviews.filter((other) => other !== webview);
    webview.onClosed();
    this.#visibilityChanged.fire();
  }

  /** Posts to all webviews. `shown` already includes the queued reply text, which is therefore discarded. */
  post(message: ToPanel): void {
    if (message.type === 'shown') {
      this.#batch.discard();
    }
    this.#post(message);
  }

  /** Posts to all webviews, after the queued reply text. */
  postInOrder(message: ToPanel): void {
    this.#batch.flush();
    this.#post(message);
  }

  /** Queues new text of a reply. Queued text is posted about once per frame. */
  postReplyText(delta: ReplyDelta): void {
    this.#batch.add(delta);
  }

  /** Posts to one webview only, after posting the queued reply text to all. */
  postTo(receiver: MessageReceiver, message: ToPanel): void {
    this.#batch.flush();
    receiver.post(message);
  }

  postToOthers(receiver: MessageReceiver, message: ToPanel): void {
    for (const other of this.#webviews) {
      if (other !== receiver) {
        other.post(message);
      }
    }
  }

  #post(message: ToPanel): void {
    for (const webview of this.#webviews) {
      webview.post(message);
    }
  }
}

type ReplyDelta = Omit<Extract<ToPanel, { type: 'replyText' }>, 'type'>;

/** Queues the text of a growing reply and posts it about once per frame, in order. */
class DeltaBatch {
  readonly #send: (delta: ReplyDelta) => void;
  #reply = { conversationId: '', turnId: '' };
  #parts: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (delta: ReplyDelta) => void) {
    this.#send = send;
  }

  add({ text, ...reply }: ReplyDelta): void {
    if (reply.turnId !== this.#reply.turnId) {
      this.flush();
      this.#reply = reply;
    }
    this.#parts.push(text);
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
  }

  /** Posts the queued text. Must be called before any message that depends on it is posted. */
  flush(): void {
    const text = this.discard();
    if (text !== '') {
      this.#send({ ...this.#reply, text });
    }
  }

  /** Empties the queue without posting it. @returns the text that was queued */
  discard(): string {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#parts.splice(0).join('');
  }
}
