import type * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import {
  ChatWebview,
  type ChatWebviewListener,
  type MessageReceiver,
  type WebviewContainer,
} from './chatWebview.ts';

/** About one frame: more often nobody can see, less often text seems to jump. ms */
const FRAME_MS = 16;

/** All places that show the chat at this time. They show the same, and what is meant for one goes to the last used. */
export class ChatWebviews {
  readonly #extensionUri: vscode.Uri;
  readonly #listener: ChatWebviewListener;
  /** The one that was used last comes first. */
  #webviews: readonly ChatWebview[] = [];
  readonly #batch = new DeltaBatch((turnId, text) => this.#post({ type: 'replyText', turnId, text }));

  constructor(extensionUri: vscode.Uri, onMessage: (message: ToHost, surface: ChatWebview) => void) {
    this.#extensionUri = extensionUri;
    this.#listener = {
      onMessage: (message, surface) => {
        if (message.type === 'webviewUsed') {
          this.markUsed(surface);
        }
        onMessage(message, surface);
      },
    };
  }

  /** The one that was used last, of those in view where there are any; `undefined` as long as none is open. */
  get current(): ChatWebview | undefined {
    return this.#webviews.find((surface) => surface.isVisible) ?? this.#webviews[0];
  }

  /** @param messageOnReady what the page is told as soon as it is there, where it is opened to be used */
  add(place: WebviewContainer, messageOnReady: ToPanel | undefined): ChatWebview {
    const surface = new ChatWebview(this.#extensionUri, place, this.#listener, messageOnReady);
    this.#webviews =
      messageOnReady !== undefined ? [surface, ...this.#webviews] : [...this.#webviews, surface];
    return surface;
  }

  markUsed(surface: ChatWebview): void {
    if (this.#webviews.includes(surface)) {
      this.#webviews = [surface, ...this.#webviews.filter((other) => other !== surface)];
    }
  }

  remove(surface: ChatWebview): void {
    this.#webviews = this.#webviews.filter((other) => other !== surface);
    surface.onPageUnloaded();
  }

  /** To all of them. The whole picture has the text collected so far in it already. */
  post(message: ToPanel): void {
    if (message.type === 'state') {
      this.#batch.discard();
    }
    this.#post(message);
  }

  /** The same for what changed in the conversation: the text collected so far goes before it. */
  postInOrder(message: ToPanel): void {
    this.#batch.flush();
    this.#post(message);
  }

  /** The text by which a reply grows; it is posted about once a frame. */
  postReplyText(turnId: string, text: string): void {
    this.#batch.add(turnId, text);
  }

  /** To that one alone. The text collected so far goes to all before it. */
  postTo(surface: MessageReceiver, message: ToPanel): void {
    this.#batch.flush();
    surface.post(message);
  }

  /** To all but that one. */
  postToOthers(surface: MessageReceiver, message: ToPanel): void {
    for (const other of this.#webviews) {
      if (other !== surface) {
        other.post(message);
      }
    }
  }
  #post(message: ToPanel): void {
    for (const surface of this.#webviews) {
      surface.post(message);
    }
  }
}

/** Collects the text by which a reply grows and hands it on about once a frame, in order. */
class DeltaBatch {
  readonly #send: (turnId: string, text: string) => void;
  #turnId = '';
  #parts: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (turnId: string, text: string) => void) {
    this.#send = send;
  }

  add(turnId: string, text: string): void {
    if (turnId !== this.#turnId) {
      this.flush();
      this.#turnId = turnId;
    }
    this.#parts.push(text);
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
  }

  /** Hands on what is there: before anything that must come after it. */
  flush(): void {
    const text = this.discard();
    if (text !== '') {
      this.#send(this.#turnId, text);
    }
  }

  /** Forgets what is there, since a whole picture is to be sent that has it already. */
  discard(): string {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#parts.splice(0).join('');
  }
}
