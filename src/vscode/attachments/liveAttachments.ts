import * as vscode from 'vscode';
import type { Composer } from '../composer/composer.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import { type Captured, isCaptured } from './kinds/captured.ts';

/** Nobody reads a size that changes with each key. ms */
const WAITS = 400;

/** Keeps the chips' sizes up with their sources, for as long as there are any that are live. */
export class LiveChips implements vscode.Disposable {
  readonly #composer: Composer;
  readonly #readAnew: (attachment: ComposerAttachment) => Promise<Captured>;
  readonly #listener: { dispose(): void };
  /** While there is something to follow. */
  #following: vscode.Disposable | undefined;
  /** Files by their addresses, and kinds of what is made of many files. */
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(composer: Composer, readAnew: (attachment: ComposerAttachment) => Promise<Captured>) {
    this.#composer = composer;
    this.#readAnew = readAnew;
    this.#listener = composer.onChanged(() => this.#follow());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#stop();
  }

  #follow(): void {
    if (!this.#composer.attachments.some(isLive)) {
      this.#stop();
      return;
    }
    this.#following ??= vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#note(document.uri.toString())),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#note(uri.toString(), 'diff')),
      vscode.languages.onDidChangeDiagnostics(() => this.#note('problems')),
      vscode.workspace.onDidCreateFiles(() => this.#note('folder', 'diff')),
      vscode.workspace.onDidDeleteFiles(() => this.#note('folder', 'diff')),
      vscode.workspace.onDidRenameFiles(() => this.#note('folder', 'diff')),
    );
  }

  #stop(): void {
    this.#following?.dispose();
    this.#following = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.clear();
  }

  #note(...changed: string[]): void {
    for (const one of changed) {
      this.#changed.add(one);
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, WAITS);
  }

  async #read(): Promise<void> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const concerned = this.#composer.attachments.filter(
      (attachment) => isLive(attachment) && changed.has(sourceOf(attachment)),
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

function sourceOf({ kind, uri = '' }: ComposerAttachment): string {
  return kind === 'file' || kind === 'instructions' ? uri : kind;
}

/**
 * Reads what is live anew, right before anything is made of it, so that what is sent is what the sources hold now.
 * Where one of them is gone, nothing is asked: its chip stays, for the user to take it away.
 */
export async function refreshQuestion(
  { text, attachments }: WrittenQuestion,
  composer: Composer,
  readAnew: (attachment: ComposerAttachment) => Promise<Captured>,
): Promise<WrittenQuestion | NotAsked> {
  const read = await Promise.all(attachments.map(readAnew));
  const found = read.filter(isCaptured);
  const changed = found.filter((one) => !attachments.includes(one));
  if (changed.length > 0) {
    composer.replace(changed);
  }
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return problems.length > 0
    ? { problem: `${problems.join(' ')} ${vscode.l10n.t('Nothing was sent.')}` }
    : { text, attachments: found };
}
