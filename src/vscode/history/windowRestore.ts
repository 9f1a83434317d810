import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import { isUnsent } from '../composer/questionEdits.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { onSettingsChanged, readSetting } from '../settings.ts';
import { plainText, t } from '../uiText.ts';
import { notify } from '../vscodeUi.ts';
import type { LazyHistory } from './lazyHistory.ts';
import type { WindowState } from './windowStateFiles.ts';
import { WindowStateStore } from './windowStateStore.ts';

/** Delay before what was deleted is removed, so that it doesn't slow down anything the user waits for. */
const REMOVE_DELAY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

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
  #scope = readSetting('history.scope');
  #removalTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: WindowRestoreDeps) {
    this.#deps = deps;
    const { state, history, conversations, composer, recentQuestions, secretGuard } = deps;
    this.#store = new WindowStateStore({
      memento: state,
      files: () => history.files(),
      redactor: () => secretGuard.redactor(),
      getState: () => this.#state(),
      onRead: (left) => this.#show(left),
    });
    this.#listeners = vscode.Disposable.from(
      composer.onChanged(() => this.#scheduleSave()),
      recentQuestions.onChanged(() => this.#scheduleSave()),
      conversations.onChanged(() => this.#scheduleSave()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void this.refresh();
        }
      }),
      secretGuard.onDecided(() => {
        this.#store.saveAgain();
        this.#scheduleSave();
      }),
      history.onDeleted((ids) => {
        conversations.forget(ids);
        composer.discardDrafts(ids);
        recentQuestions.forget(ids);
      }),
      history.onReset(() => {
        this.#store.saveAgain();
        this.#scheduleSave();
      }),
      onSettingsChanged(() => void this.#move(), ['assistant.history.scope']),
    );
  }

  /** Resolves when the window is restored or `RESTORE_TIMEOUT_MS` has passed. */
  restore(): Promise<void> {
    this.#restoring ??= Promise.race([this.#store.restore(), delay(RESTORE_TIMEOUT_MS)]).then(() => {
      this.#isRestored = true;
      this.#scheduleRemoval(REMOVE_DELAY_MS);
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

  /** Writes all pending changes before the window is closed. */
  async close(): Promise<void> {
    const { conversations } = this.#deps;
    await Promise.all([conversations.flush(), this.#restoring !== undefined && this.#store.close()]);
  }

  dispose(): void {
    clearTimeout(this.#removalTimer);
    this.#store.dispose();
    this.#listeners.dispose();
  }

  #state(): WindowState {
    const { conversations, composer, recentQuestions } = this.#deps;
    const { id, turns } = conversations.current.conversation;
    const { draft, attachments, otherDrafts, edits, queue } = composer;
    const isNew = turns.length === 0;
    const shown = { conversation: id, ...(isNew && { isNew }), text: draft, attachments };
    return {
      id,
      ...(isNew && { isNew }),
      drafts: [...otherDrafts, shown],
      // Those of questions that were deleted stay in memory, for Undo.
      edits: edits.all.filter((edit) => isUnsent(conversations, edit)),
      queued: queue.all,
      recentQuestions: recentQuestions.all,
    };
  }

  /** Shows what earlier windows have left, next to what has been typed since. */
  async #show({ id, isNew, drafts, edits, queued, recentQuestions }: WindowState): Promise<void> {
    const { conversations, composer } = this.#deps;
    this.#deps.recentQuestions.restore(recentQuestions);
    composer.edits.restore(edits);
    const reason = plainText(t('Not sent because VS Code was closed or reloaded.'));
    composer.restoreQueued(queued.map((question) => ({ ...question, reason })));
    if (id === '' || conversations.hasBeenUsed) {
      composer.restoreDrafts(drafts);
      return;
    }
    composer.setConversation(id);
    composer.restoreDrafts(drafts);
    if (isNew !== true) {
      // If it can't be read, the list of conversations shows that.
      await conversations.show(id).catch(() => false);
    }
    const shown = conversations.current.conversation.id;
    composer.setConversation(shown);
    if (id !== shown) {
      composer.restoreQueued(composer.queue.remove([id]).map((one) => ({ ...one, conversation: shown })));
    }
  }

  /** Removes what was deleted, and again each day. If something can't be removed, says so once and tries again sooner. */
  #scheduleRemoval(delayMs: number, retryMs = REMOVE_DELAY_MS): void {
    this.#removalTimer = setTimeout(async () => {
      // If the files can't be read, the list of conversations says so.
      const failure = await this.#deps.history.removeDeleted().catch(() => '');
      if (failure === undefined) {
        this.#scheduleRemoval(DAY_MS);
        return;
      }
      if (failure !== '' && retryMs === REMOVE_DELAY_MS) {
        const message = t(
          'What was deleted could not be removed from the disk: {0}. It is tried again.',
          failure,
        );
        void notify('Warning', message);
      }
      this.#scheduleRemoval(retryMs, Math.min(2 * retryMs, DAY_MS));
    }, delayMs);
  }

  #scheduleSave(): void {
    // A window in which the chat is not used reads and writes nothing.
    if (this.#restoring !== undefined) {
      this.#store.scheduleSave();
    }
  }

  async #move(): Promise<void> {
    const { history } = this.#deps;
    const scope = readSetting('history.scope');
    if (scope === this.#scope) {
      return;
    }
    this.#scope = scope;
    const before = this.#restoring && history.files();
    void history.reopen();
    await before?.then((files) => this.#store.move(files)).catch(() => undefined);
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
