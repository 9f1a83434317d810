import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import type { PanelRequest, ToHost } from '../../protocol/toHost.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { Composer } from '../composer/composer.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { workspaceLabel } from '../workspaceLabel.ts';
import type { ConversationActions } from './conversationActions.ts';
import { conversationRows, summarizeSession } from './conversationRows.ts';
import type { LazyHistory } from './lazyHistory.ts';

/** Delay before rows are posted, so that several changes are posted together. */
const UPDATE_DELAY_MS = 200;
/**
 * Limits of two successive searches: the first hits are posted sooner, since the conversation of each hit has to be
 * read.
 */
const HIT_LIMITS = [15, 100];

interface HistoryListDeps {
  conversations: Pick<Conversations, 'loaded' | 'current' | 'onChanged'>;
  composer: Pick<Composer, 'hasDraft' | 'onChanged'>;
  actions: Pick<ConversationActions, 'run' | 'rename'>;
  ui: Pick<ChatUi, 'postTo'>;
  history: Pick<
    LazyHistory,
    'list' | 'search' | 'prepareSearch' | 'refresh' | 'onChanged' | 'onStateChanged'
  >;
  /** Whether conversations are stored on disk. */
  isSaved(): boolean;
}

/**
 * Posts the list of conversations and search results to the chat webviews that show the list, and runs actions on rows.
 */
export class HistoryList implements vscode.Disposable {
  readonly #deps: HistoryListDeps;
  readonly #visibleIn = new Set<MessageReceiver>();
  readonly #searches = new Map<MessageReceiver, AbortController>();
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #posts = new SerialQueue();
  /** Waits for the one before, and has not listed anything. */
  #nextPost: Promise<void> | undefined;
  /** The rows that were posted last. */
  #lastRows: readonly ConversationRow[] | undefined;

  constructor(deps: HistoryListDeps) {
    this.#deps = deps;
    const { conversations, composer, history } = deps;
    const changed = (): void => this.#scheduleUpdate();
    this.#listeners = vscode.Disposable.from(
      conversations.onChanged(changed),
      composer.onChanged(changed),
      history.onChanged(changed),
      // The history may have moved to another folder.
      history.onStateChanged(changed),
    );
  }

  /** Called when a chat webview shows or hides the list. */
  async setShown(receiver: MessageReceiver, isShown: boolean): Promise<void> {
    receiver.setHistoryShown(isShown);
    if (isShown) {
      this.#visibleIn.add(receiver);
      await this.#post();
      const { history } = this.#deps;
      // If the files can't be read, the posted list has the error.
      await history.refresh().catch(() => undefined);
      // Users often open the list to search it.
      await history.prepareSearch();
    } else {
      this.#visibleIn.delete(receiver);
      this.#searches.get(receiver)?.abort();
      this.#searches.delete(receiver);
    }
  }

  /** Searches conversations that are not in the trash. Cancels an earlier search of the same chat webview. */
  async search(
    receiver: MessageReceiver,
    { searchId, query }: Extract<ToHost, { type: 'searchHistory' }>,
  ): Promise<void> {
    const { history, ui } = this.#deps;
    this.#searches.get(receiver)?.abort();
    const abort = new AbortController();
    this.#searches.set(receiver, abort);
    try {
      const rows = this.#lastRows ?? (await this.rows());
      const trashed = new Set(rows.filter(isTrashed).map(({ id }) => id));
      for (const limit of HIT_LIMITS) {
        const { hits, total, unreadable } = await history.search(query, {
          limit,
          signal: abort.signal,
          isWanted: (id) => !trashed.has(id),
        });
        ui.postTo(receiver, { type: 'searchHits', searchId, hits, total, unreadable });
        if (total <= limit) {
          return;
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) {
        ui.postTo(receiver, {
          type: 'searchHits',
          searchId,
          hits: [],
          total: 0,
          error: plainText(unreadableMessage(error)),
        });
      }
    }
  }

  /** Runs an action on a conversation, only if it is in the list. */
  async run(
    request: Extract<PanelRequest, { type: 'conversationAction' | 'renameConversation' }>,
  ): Promise<ErrorResult> {
    const { actions } = this.#deps;
    const row = (await this.rows()).find(({ id }) => id === request.rowId);
    if (row === undefined) {
      return failed(t('This conversation no longer exists.'));
    }
    return request.type === 'renameConversation'
      ? actions.rename(row.id, request.title)
      : actions.run(row.id, request.action);
  }

  /** All rows, including those in the trash. Rejects if the files can't be listed. */
  async rows(): Promise<ConversationRow[]> {
    const { conversations, composer, history } = this.#deps;
    const rows = conversationRows(await history.list(), {
      sessions: conversations.loaded.map(summarizeSession),
      workspaceId: workspaceLabel()?.id,
      now: Date.now(),
    });
    return rows.map((row) => (composer.hasDraft(row.id) ? { ...row, hasDraft: true } : row));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const search of this.#searches.values()) {
      search.abort();
    }
    this.#listeners.dispose();
  }

  #scheduleUpdate(): void {
    if (this.#visibleIn.size > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#post();
      }, UPDATE_DELAY_MS);
    }
  }

  /** One listing after the other: an earlier one may lack what has changed since, and end later. */
  #post(): Promise<void> {
    this.#nextPost ??= this.#posts.add(async () => {
      this.#nextPost = undefined;
      await this.#listAndPost();
    });
    return this.#nextPost;
  }

  async #listAndPost(): Promise<void> {
    const { conversations, ui, isSaved } = this.#deps;
    let rows: ConversationRow[] = [];
    let errorText: string | undefined;
    try {
      rows = await this.rows();
      this.#lastRows = rows;
    } catch (error) {
      errorText = plainText(unreadableMessage(error));
    }
    const currentId = conversations.current.conversation.id;
    for (const receiver of this.#visibleIn) {
      ui.postTo(receiver, {
        type: 'history',
        history: {
          rows,
          currentId,
          isSaved: isSaved(),
          ...omitUndefined({ error: errorText }),
        },
      });
    }
  }
}

function unreadableMessage(error: unknown): UiText {
  return t('The conversations could not be read: {0}', toErrorMessage(error));
}

function isTrashed({ daysLeft }: ConversationRow): boolean {
  return daysLeft !== undefined;
}
