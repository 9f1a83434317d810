import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import { isCurrentFileAttachment } from '../composer/composerAttachment.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { t } from '../vscodeUi.ts';
import { onHistoryScopeChanged } from './historyScope.ts';
import type { LazyHistory } from './lazyHistory.ts';
import { WindowStateStore } from './windowStateStore.ts';

/** Delay before the trash is emptied, so that it doesn't slow down anything the user waits for. */
const EMPTY_TRASH_DELAY_MS = 60_000;

/** Maximum time to wait for a slow disk before the window can be used. */
const RESTORE_TIMEOUT_MS = 2000;

interface WindowRestoreDeps {
  state: vscode.Memento;
  history: LazyHistory;
  conversations: Conversations;
  composer: Composer;
  recentQuestions: RecentQuestions;
  secretGuard: Pick<SecretGuard, 'redactor' | 'onDecided'>;
}

/** Restores what the window showed before, saves what it shows, and reads changes of other windows. */
export class WindowRestore implements vscode.Disposable {
  readonly #deps: WindowRestoreDeps;
  readonly #store: WindowStateStore;
  readonly #listeners: vscode.Disposable;
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  #trashTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: WindowRestoreDeps) {
    this.#deps = deps;
    const { state, history, conversations, composer, recentQuestions, secretGuard } = deps;
    this.#store = new WindowStateStore(
      state,
      () => history.files(),
      () => secretGuard.redactor(),
      () => {
        const { id, turns } = conversations.current.conversation;
        const { draft, attachments, otherDrafts } = composer;
        return {
          ...(turns.length > 0 && { conversation: id }),
          id,
          draft,
          // The attachment of the current file is not saved: its toggle adds it again.
          attachments: attachments.some(isCurrentFileAttachment)
            ? attachments.filter((one) => !isCurrentFileAttachment(one))
            : attachments,
          others: otherDrafts,
          queued: composer.queue.all,
          recentQuestions: recentQuestions.texts,
        };
      },
    );
    this.#listeners = vscode.Disposable.from(
      composer.onChanged(() => this.#scheduleSave()),
      recentQuestions.onChanged(() => this.#scheduleSave()),
      conversations.onChanged(() => this.#scheduleSave()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void this.refresh();
        }
      }),
      secretGuard.onDecided(() => this.#isRestored && this.#store.saveAgain()),
      onHistoryScopeChanged(() => void this.#move()),
    );
  }

  /** Resolves when the window is restored or `RESTORE_TIMEOUT_MS` has passed. */
  restore(): Promise<void> {
    this.#restoring ??= Promise.race([this.#restore(), delay(RESTORE_TIMEOUT_MS)]).then(() => {
      this.#isRestored = true;
      const { draft, attachments, otherDrafts, queue } = this.#deps.composer;
      if (draft !== '' || attachments.length > 0 || otherDrafts.length > 0 || queue.all.length > 0) {
        // Typed while the window was being restored.
        this.#store.scheduleSave();
      }
      this.#trashTimer = setTimeout(
        () => void this.#deps.history.emptyTrash().catch(() => undefined),
        EMPTY_TRASH_DELAY_MS,
      );
    });
    return this.#restoring;
  }

  /** Whether `restore` has resolved. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Reads changes of other windows. */
  async refresh(): Promise<void> {
    await this.#deps.history.refresh().catch(() => undefined);
  }

  /** Writes all pending changes. */
  async flush(): Promise<void> {
    await Promise.all([this.#deps.conversations.flush(), this.#isRestored && this.#store.flush()]);
  }

  dispose(): void {
    clearTimeout(this.#trashTimer);
    this.#store.dispose();
    this.#listeners.dispose();
  }

  async #restore(): Promise<void> {
    const { conversations, composer, recentQuestions } = this.#deps;
    const before = await this.#store.restore();
    if (before === undefined) {
      return;
    }
    const { conversation, draft: text, attachments } = before;
    recentQuestions.restore(before.recentQuestions);
    composer.restoreDrafts(before.others);
    const reason = t('Not sent because VS Code was closed or reloaded.');
    composer.restoreQueued(before.queued.map((question) => ({ ...question, reason })));
    if (conversation !== undefined && conversations.hasBeenUsed) {
      composer.restoreDrafts([{ conversation, text, attachments }]);
      return;
    }
    composer.restoreDraft(text, attachments);
    if (conversation !== undefined) {
      composer.setConversation(conversation);
      // If it can't be read, the list of conversations shows that.
      await conversations.show(conversation).catch(() => false);
    }
    const { id } = conversations.current.conversation;
    composer.setConversation(id);
    if (id !== before.id) {
      composer.restoreQueued(composer.queue.remove([before.id]).map((one) => ({ ...one, conversation: id })));
    }
  }

  #scheduleSave(): void {
    // Saving earlier would overwrite the state that will be restored.
    if (this.#isRestored) {
      this.#store.scheduleSave();
    }
  }

  async #move(): Promise<void> {
    await this.flush();
    await this.#deps.history.reopen();
    this.#deps.conversations.onHistoryMoved();
    this.#store.saveAgain();
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
