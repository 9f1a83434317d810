import type * as vscode from 'vscode';
import { lazy } from '../../base/lazy.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { Anchors } from './anchors.ts';

/** Follows the selections that are asked about, from when they are attached. `Anchors` listens to all edits from the first one on. */
export class AskedSelections implements vscode.Disposable {
  readonly anchors = lazy(async () => new Anchors());
  readonly #listener: { dispose(): void };

  constructor(composer: Pick<Composer, 'attachments' | 'onChanged'>) {
    this.#listener = composer.onChanged(() => void this.track(composer.attachments));
  }

  /** Selections that are followed already, and other attachments, are ignored. */
  async track(attachments: readonly ComposerAttachment[]): Promise<void> {
    const selections = attachments.filter(({ anchor, uri }) => anchor !== undefined && uri !== undefined);
    if (selections.length > 0) {
      (await this.anchors()).track(selections);
    }
  }

  dispose(): void {
    this.#listener.dispose();
    void this.anchors.ifLoaded().then((anchors) => anchors?.dispose());
  }
}
