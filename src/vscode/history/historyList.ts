import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import type { PanelRequest, ToHost } from '../../protocol/toHost.ts';
import type { Composer } from '../composer/composer.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { workspaceLabel } from '../workspaceLabel.ts';
import type { ConversationActions } from './conversationActions.ts';
import { conversationRows, summarizeSession } from './conversationRows.ts';
import type { LazyHistory } from './lazyHistory.ts';

/** So long changes are collected before the list is told anew. ms */
const UPDATE_DELAY_MS = 200;
/** Hits that are told of a search: those that are seen at once first, since each one's conversation is read. */
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
  /** Whether conversations outlive this window. */
  isSaved(): boolean;
}

/** Tells the places that show the list of conversations what is in it, and finds and does what is asked there. */
export class HistoryList implements vscode.Disposable {
  readonly #deps: HistoryListDeps;
  readonly #visibleIn = new Set<MessageReceiver>();
  readonly #searches = new Map<MessageReceiver, AbortController>();
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was told last. */
  #lastRows: readonly ConversationRow[] | undefined;

  constructor(dependencies: HistoryListDeps) {
    this.#deps = dependencies;
    const { conversations, composer, history } = dependencies;
    const changed = (): void => this.#scheduleUpdate();
    this.#listeners = vscode.Disposable.from(
      conversations.onChanged(changed),
      composer.onChanged(changed),
      history.onChanged(changed),
      // It may be in another place from now on.
      history.onStateChanged(changed),
    );
  }

  /** The list is on the screen of a place, or no longer. */
  async setShown(receiver: MessageReceiver, isShown: boolean): Promise<void> {
    receiver.setHistoryShown(isShown);
    if (isShown) {
      this.#visibleIn.add(receiver);
      await this.#post();
      const { history } = this.#deps;
      // Where it can't be read, the list says so.
      await history.refresh().catch(() => undefined);
      // Most come here to look for something.
      await history.prepareSearch();
    } else {
      this.#visibleIn.delete(receiver);
      this.#searches.get(receiver)?.abort();
      this.#searches.delete(receiver);
    }
  }

  /** Finds what was said; an earlier search of the same place comes to nothing. */
  async search(
    receiver: MessageReceiver,
    { searchId, query }: Extract<ToHost, { type: 'searchHistory' }>,
  ): Promise<void> {
    const { history, ui } = this.#deps;
    this.#searches.get(receiver)?.abort();
    const abort = new AbortController();
    this.#searches.set(receiver, abort);
    const rows = this.#lastRows ?? (await this.rows());
    const trashed = new Set(rows.filter(isTrashed).map(({ id }) => id));
    try {
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
          error: unreadableMessage(error),
        });
      }
    }
  }

  /** Does what was asked with a conversation of the list, and of no other. */
  async run(
    request: Extract<PanelRequest, { type: 'conversationAction' | 'renameConversation' }>,
  ): Promise<ErrorMessage> {
    const { actions } = this.#deps;
    const row = (await this.rows()).find(({ id }) => id === request.conversationId);
    if (row === undefined) {
      return vscode.l10n.t('This conversation no longer exists.');
    }
    return request.type === 'renameConversation'
      ? actions.rename(row.id, request.title)
      : actions.run(row.id, request.action);
  }

  /** All there is, in the trash and out of it. Rejects where nothing can be read. */
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

  async #post(): Promise<void> {
    const { conversations, ui, isSaved } = this.#deps;
    let rows: ConversationRow[] = [];
    let errorText: string | undefined;
    try {
      rows = await this.rows();
      this.#lastRows = rows;
    } catch (error) {
      errorText = unreadableMessage(error);
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

function unreadableMessage(error: unknown): string {
  return vscode.l10n.t('The conversations could not be read: {0}', toErrorMessage(error));
}

function isTrashed({ daysLeft }: ConversationRow): boolean {
  return daysLeft !== undefined;
}
