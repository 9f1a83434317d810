import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import { isFollowing } from '../composer/composerAttachment.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import { onHistoryScopeChanged } from './historyScope.ts';
import type { LazyHistory } from './lazyHistory.ts';
import { WindowNote } from './windowNote.ts';

/** Long after everything that a person waits for. ms */
const TRASH_WAITS = 60_000;

/** A disk that takes longer keeps nobody from asking. ms */
const LONGEST_RESTORE = 2000;

interface WindowRestoreDependencies {
  state: vscode.Memento;
  history: LazyHistory;
  conversations: Conversations;
  composer: Composer;
  recent: RecentQuestions;
}

/** Brings back what the window showed before, remembers what it shows, and keeps up with other windows. */
export class WindowRestore implements vscode.Disposable {
  readonly #dependencies: WindowRestoreDependencies;
  readonly #note: WindowNote;
  readonly #listeners: vscode.Disposable;
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  #trashTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: WindowRestoreDependencies) {
    this.#dependencies = dependencies;
    const { state, history, conversations, composer, recent } = dependencies;
    this.#note = new WindowNote(
      state,
      () => history.files(),
      () => {
        const { id, turns } = conversations.current.conversation;
        const { draft, attachments, others } = composer;
        return {
          ...(turns.length > 0 && { conversation: id }),
          id,
          draft,
          // The file in front is attached anew where it goes along always.
          attachments: attachments.some(isFollowing)
            ? attachments.filter((one) => !isFollowing(one))
            : attachments,
          others,
          recentQuestions: recent.texts,
        };
      },
    );
    this.#listeners = vscode.Disposable.from(
      composer.onChanged(() => this.#changed()),
      recent.onChanged(() => this.#changed()),
      conversations.onChanged(() => this.#changed()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void this.refresh();
        }
      }),
      onHistoryScopeChanged(() => void this.#move()),
    );
  }

  /** Resolves when what the window showed before is shown again, or can't be had in reasonable time. */
  restore(): Promise<void> {
    this.#restoring ??= Promise.race([this.#restore(), pause(LONGEST_RESTORE)]).then(() => {
      this.#isRestored = true;
      const { draft, attachments, others } = this.#dependencies.composer;
      if (draft !== '' || attachments.length > 0 || others.length > 0) {
        // What was written meanwhile.
        this.#note.changed();
      }
      this.#trashTimer = setTimeout(
        () => void this.#dependencies.history.emptyTrash().catch(() => undefined),
        TRASH_WAITS,
      );
    });
    return this.#restoring;
  }

  /** Whether `restore` has come to its end. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Looks for what other windows wrote. */
  async refresh(): Promise<void> {
    await this.#dependencies.history.refresh().catch(() => undefined);
  }

  /** Writes all that is not written yet. */
  async flush(): Promise<void> {
    await Promise.all([this.#dependencies.conversations.flush(), this.#isRestored && this.#note.flush()]);
  }

  dispose(): void {
    clearTimeout(this.#trashTimer);
    this.#note.dispose();
    this.#listeners.dispose();
  }

  async #restore(): Promise<void> {
    const { conversations, composer, recent } = this.#dependencies;
    const before = await this.#note.restore();
    if (before === undefined) {
      return;
    }
    const { conversation, draft: text, attachments } = before;
    recent.restore(before.recentQuestions);
    composer.restoreOthers(before.others);
    if (conversation !== undefined && conversations.isBegun) {
      composer.restoreOthers([{ conversation, text, attachments }]);
      return;
    }
    composer.restore(text, attachments);
    if (conversation !== undefined) {
      composer.moveTo(conversation);
      // Where it can't be read, the list of conversations says so.
      await conversations.show(conversation).catch(() => false);
      composer.moveTo(conversations.current.conversation.id);
    }
  }

  #changed(): void {
    // Before that, it would write over what is to be read.
    if (this.#isRestored) {
      this.#note.changed();
    }
  }

  async #move(): Promise<void> {
    await this.flush();
    await this.#dependencies.history.reopen();
    this.#dependencies.conversations.moveHistory();
    this.#note.moved();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
