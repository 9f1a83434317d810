import * as vscode from 'vscode';
import { KIND_INFO } from '../../core/attachments/attachmentKinds.ts';
import type { Composer } from '../composer/composer.ts';
import { type ComposerAttachment, isLive, isUnread } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import { joined, t } from '../vscodeUi.ts';
import { type CaptureResult, isCaptured } from './kinds/captureResult.ts';

const REFRESH_DELAY_MS = 400;

/** Refreshes live attachments in the composer when their sources change. */
export class LiveAttachments implements vscode.Disposable {
  readonly #composer: Composer;
  readonly #refreshAttachment: (attachment: ComposerAttachment) => Promise<CaptureResult>;
  readonly #listener: { dispose(): void };
  /** Set while the composer has live attachments. */
  #sourceListeners: vscode.Disposable | undefined;
  /** What has changed: URIs of files, or kinds of attachments that depend on many files. */
  readonly #changedSources = new Set<string>();
  /** Ids of restored attachments, whose text is not stored. */
  readonly #restored = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    composer: Composer,
    refreshAttachment: (attachment: ComposerAttachment) => Promise<CaptureResult>,
  ) {
    this.#composer = composer;
    this.#refreshAttachment = refreshAttachment;
    this.#listener = composer.onChanged(() => this.#updateListeners());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#stopListening();
  }

  #updateListeners(): void {
    if (!this.#composer.attachments.some(isLive)) {
      this.#stopListening();
      return;
    }
    this.#sourceListeners ??= vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#markChanged(document.uri.toString())),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#markChanged(uri.toString(), 'repository')),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook }) =>
        this.#markChanged(notebook.uri.toString()),
      ),
      vscode.languages.onDidChangeDiagnostics(() => this.#markChanged('problems')),
      vscode.workspace.onDidCreateFiles(() => this.#markChanged('files', 'repository')),
      vscode.workspace.onDidDeleteFiles(() => this.#markChanged('files', 'repository')),
      vscode.workspace.onDidRenameFiles(() => this.#markChanged('files', 'repository')),
    );
    for (const one of this.#composer.attachments.filter(isUnread)) {
      if (!this.#restored.has(one.id)) {
        this.#restored.add(one.id);
        this.#markChanged(sourceKeyOf(one));
      }
    }
  }

  #stopListening(): void {
    this.#sourceListeners?.dispose();
    this.#sourceListeners = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changedSources.clear();
  }

  #markChanged(...changed: string[]): void {
    for (const source of changed) {
      this.#changedSources.add(source);
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refreshChanged();
    }, REFRESH_DELAY_MS);
  }

  async #refreshChanged(): Promise<void> {
    const changed = new Set(this.#changedSources);
    this.#changedSources.clear();
    const outdated = this.#composer.attachments.filter(
      (attachment) => isLive(attachment) && changed.has(sourceKeyOf(attachment)),
    );
    const captured = await Promise.all(outdated.map(this.#refreshAttachment));
    // A source that no longer exists is reported when the question is sent.
    const refreshed = captured.filter(isCaptured).filter((one) => !outdated.includes(one));
    // Skips attachments that were sent, truncated or refreshed meanwhile.
    const current = refreshed.filter(({ id }) =>
      outdated.some((before) => before.id === id && this.#composer.attachments.includes(before)),
    );
    if (current.length > 0) {
      this.#composer.replaceAttachments(current);
    }
  }
}

function sourceKeyOf({ kind, uri = '' }: ComposerAttachment): string {
  const { changesWith } = KIND_INFO[kind];
  return changesWith === 'document' ? uri : changesWith;
}

/**
 * Re-reads live attachments right before they are used, so that their current content is sent. Returns an error if a
 * source no longer exists; its chip stays until the user removes it.
 */
export async function refreshLiveAttachments(
  { text, attachments }: WrittenQuestion,
  composer: Composer,
  refreshAttachment: (attachment: ComposerAttachment) => Promise<CaptureResult>,
): Promise<WrittenQuestion | AskError> {
  const captured = await Promise.all(attachments.map(refreshAttachment));
  const refreshed = captured.filter(isCaptured);
  const changed = refreshed.filter((one) => !attachments.includes(one));
  if (changed.length > 0) {
    composer.replaceAttachments(changed);
  }
  const errors = captured.flatMap((one) => ('error' in one ? [one.error] : []));
  return errors.length > 0
    ? { error: joined([...errors, t('Nothing was sent.')], ' ') }
    : { text, attachments: refreshed };
}
