import type * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { type Place, type Receiver, Surface, type SurfaceListener } from './surface.ts';

/** About one frame: more often nobody can see, less often text seems to jump. ms */
const FRAME = 16;

/** All places that show the chat at this time. They show the same, and what is meant for one goes to the last used. */
export class Surfaces {
  readonly #extensionUri: vscode.Uri;
  readonly #listener: SurfaceListener;
  /** The one that was used last comes first. */
  #open: readonly Surface[] = [];
  readonly #batch = new DeltaBatch((turnId, text) => this.#post({ type: 'replyText', turnId, text }));

  constructor(extensionUri: vscode.Uri, onMessage: (message: ToHost, surface: Surface) => void) {
    this.#extensionUri = extensionUri;
    this.#listener = {
      onMessage: (message, surface) => {
        if (message.type === 'used') {
          this.used(surface);
        }
        onMessage(message, surface);
      },
    };
  }

  /** The one that was used last, of those in view where there are any; `undefined` as long as none is open. */
  get current(): Surface | undefined {
    return this.#open.find((surface) => surface.isVisible) ?? this.#open[0];
  }

  /** @param then what the page is told as soon as it is there, where it is opened to be used */
  open(place: Place, then: ToPanel | undefined): Surface {
    const surface = new Surface(this.#extensionUri, place, this.#listener, then);
    this.#open = then !== undefined ? [surface, ...this.#open] : [...this.#open, surface];
    return surface;
  }

  used(surface: Surface): void {
    if (this.#open.includes(surface)) {
      this.#open = [surface, ...this.#open.filter((other) => other !== surface)];
    }
  }

  closed(surface: Surface): void {
    this.#open = this.#open.filter((other) => other !== surface);
    surface.pageGone();
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
  postTo(surface: Receiver, message: ToPanel): void {
    this.#batch.flush();
    surface.post(message);
  }

  /** To all but that one. */
  postToOthers(surface: Receiver, message: ToPanel): void {
    for (const other of this.#open) {
      if (other !== surface) {
        other.post(message);
      }
    }
  }
  #post(message: ToPanel): void {
    for (const surface of this.#open) {
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
    this.#timer ??= setTimeout(() => this.flush(), FRAME);
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
