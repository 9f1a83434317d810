import * as vscode from 'vscode';
import { KIND_INFO } from '../../core/attachments/attachmentKinds.ts';
import { failed } from '../actionResult.ts';
import type { Composer } from '../composer/composer.ts';
import { type ComposerAttachment, isLive, isUnread } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
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
  /** Ids of attachments that are being refreshed, each at most once at a time, and whether to do that again. */
  readonly #refreshing = new Map<string, { isOutdated: boolean }>();
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
      this.#refreshChanged();
    }, REFRESH_DELAY_MS);
  }

  #refreshChanged(): void {
    const changed = new Set(this.#changedSources);
    this.#changedSources.clear();
    for (const attachment of this.#composer.attachments) {
      if (isLive(attachment) && changed.has(sourceKeyOf(attachment))) {
        void this.#refresh(attachment);
      }
    }
  }

  async #refresh(before: ComposerAttachment): Promise<void> {
    const running = this.#refreshing.get(before.id);
    if (running !== undefined) {
      running.isOutdated = true;
      return;
    }
    const state = { isOutdated: false };
    this.#refreshing.set(before.id, state);
    const captured = await this.#refreshAttachment(before);
    this.#refreshing.delete(before.id);
    // Unless it was sent, truncated or refreshed meanwhile.
    if (this.#composer.attachments.includes(before)) {
      putRefreshed(this.#composer, [before], [captured]);
    }
    const now = this.#composer.attachments.find(({ id }) => id === before.id);
    if (state.isOutdated && now !== undefined) {
      void this.#refresh(now);
    }
  }
}

/** Puts what was read again into the composer. What could not be read keeps its text, and its chip says why. */
function putRefreshed(
  composer: Composer,
  before: readonly ComposerAttachment[],
  captured: readonly CaptureResult[],
): void {
  const changed = captured.filter(isCaptured).filter((one) => !before.includes(one));
  if (changed.length > 0) {
    composer.replaceAttachments(changed);
  }
  const problems = before.flatMap(({ id }, index) => {
    const one = captured[index];
    return one !== undefined && 'error' in one ? [[id, plainText(one.error.text)] as const] : [];
  });
  if (problems.length > 0) {
    composer.noteProblems(new Map(problems));
  }
}

function sourceKeyOf({ kind, uri = '' }: ComposerAttachment): string {
  const { changesWith } = KIND_INFO[kind];
  return changesWith === 'document' ? uri : changesWith;
}

/**
 * Re-reads live attachments right before they are used, so that their current content is sent. Returns an error if one
 * can't be read. Its chip stays until the user removes it, and says why.
 */
export async function refreshLiveAttachments(
  { text, attachments }: WrittenQuestion,
  composer: Composer,
  refreshAttachment: (attachment: ComposerAttachment) => Promise<CaptureResult>,
): Promise<WrittenQuestion | AskError> {
  const captured = await Promise.all(attachments.map(refreshAttachment));
  putRefreshed(composer, attachments, captured);
  const unread = captured.flatMap((one, index) =>
    'error' in one ? [{ id: attachments[index]?.id ?? '', text: one.error.text }] : [],
  );
  return unread.length > 0 ? unreadError(unread) : { text, attachments: captured.filter(isCaptured) };
}

/** Why a question is not sent whose attachments could not be read. */
export function unreadError(unread: readonly { id: string; text: UiText }[]): AskError {
  const text = joined([...unread.map((one) => one.text), t('Nothing was sent.')], ' ');
  return { error: failed(text, { attachmentIds: unread.map(({ id }) => id) }) };
}
