import type * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { type Place, type Receiver, Surface, type SurfaceListener } from './surface.ts';

/** All places that show the chat at this time. They show the same, and what is meant for one goes to the last used. */
export class Surfaces {
  readonly #extensionUri: vscode.Uri;
  readonly #listener: SurfaceListener;
  /** The one that was used last comes first. */
  #open: readonly Surface[] = [];

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

  post(message: ToPanel): void {
    for (const surface of this.#open) {
      surface.post(message);
    }
  }

  /** To all but that one. */
  postToOthers(surface: Receiver, message: ToPanel): void {
    for (const other of this.#open) {
      if (other !== surface) {
        other.post(message);
      }
    }
  }
}
