import * as vscode from 'vscode';
import { type Composer, type ComposerAttachment, isLive } from '../composer.ts';
import { type Captured, isCaptured } from './captured.ts';

/** Nobody reads a size that changes with each key. ms */
const WAITS = 400;

/** Keeps the chips' sizes up with their sources, for as long as there are any that are live. */
export class LiveChips implements vscode.Disposable {
  readonly #composer: Composer;
  readonly #readAnew: (attachment: ComposerAttachment) => Promise<Captured>;
  readonly #unlisten: () => void;
  /** While there is something to follow. */
  #following: vscode.Disposable | undefined;
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(composer: Composer, readAnew: (attachment: ComposerAttachment) => Promise<Captured>) {
    this.#composer = composer;
    this.#readAnew = readAnew;
    this.#unlisten = composer.onChanged(() => this.#follow());
  }

  dispose(): void {
    this.#unlisten();
    this.#stop();
  }

  #follow(): void {
    if (!this.#composer.attachments.some(isLive)) {
      this.#stop();
      return;
    }
    this.#following ??= vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#note(document.uri)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#note(uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => void this.#note(uri))),
      vscode.workspace.onDidCreateFiles(() => this.#later()),
      vscode.workspace.onDidDeleteFiles(() => this.#later()),
      vscode.workspace.onDidRenameFiles(() => this.#later()),
    );
  }

  #stop(): void {
    this.#following?.dispose();
    this.#following = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.clear();
  }

  #note(uri: vscode.Uri): void {
    this.#changed.add(uri.toString());
    this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, WAITS);
  }

  /** What names a file is read when that file changed; all else, such as a diff, whenever anything did. */
  async #read(): Promise<void> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const concerned = this.#composer.attachments.filter(
      (attachment) => isLive(attachment) && (!isOfFile(attachment) || changed.has(attachment.uri ?? '')),
    );
    const read = await Promise.all(concerned.map(this.#readAnew));
    // Where a source is gone, that is said when it is to be sent.
    const others = read.filter(isCaptured).filter((one) => !concerned.includes(one));
    // What was sent, made shorter or read meanwhile is not what was read here any more.
    const still = others.filter(({ id }) =>
      concerned.some((before) => before.id === id && this.#composer.attachments.includes(before)),
    );
    if (still.length > 0) {
      this.#composer.replace(still);
    }
  }
}

function isOfFile({ kind }: ComposerAttachment): boolean {
  return kind === 'file' || kind === 'instructions';
}
