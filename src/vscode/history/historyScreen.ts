import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import type { Request, ToHost } from '../../protocol/toHost.ts';
import type { Composer } from '../composer/composer.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Receiver } from '../panel/surface.ts';
import type { Problem } from '../problem.ts';
import { workspaceLabel } from '../workspaceLabel.ts';
import type { ConversationActions } from './conversationActions.ts';
import { conversationRows, openConversation } from './conversationRows.ts';
import type { LazyHistory } from './lazyHistory.ts';

/** So long changes are collected before the list is told anew. ms */
const PAUSE = 200;
/** Hits that are told of a search: those that are seen at once first, since each one's conversation is read. */
const HITS = [15, 100];

interface HistoryScreenDependencies {
  conversations: Pick<Conversations, 'all' | 'current' | 'onChanged'>;
  composer: Pick<Composer, 'hasDraft' | 'onChanged'>;
  actions: Pick<ConversationActions, 'carryOut' | 'rename'>;
  ui: Pick<ChatUi, 'postTo'>;
  history: Pick<
    LazyHistory,
    'list' | 'search' | 'prepareSearch' | 'refresh' | 'onChanged' | 'onStateChanged'
  >;
  /** Whether conversations outlive this window. */
  isKept(): boolean;
}

/** Tells the places that show the list of conversations what is in it, and finds and does what is asked there. */
export class HistoryScreen implements vscode.Disposable {
  readonly #dependencies: HistoryScreenDependencies;
  readonly #shownOn = new Set<Receiver>();
  readonly #searches = new Map<Receiver, AbortController>();
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was told last. */
  #rows: readonly ConversationRow[] | undefined;

  constructor(dependencies: HistoryScreenDependencies) {
    this.#dependencies = dependencies;
    const { conversations, composer, history } = dependencies;
    const changed = (): void => this.#changed();
    this.#listeners = vscode.Disposable.from(
      conversations.onChanged(changed),
      composer.onChanged(changed),
      history.onChanged(changed),
      // It may be in another place from now on.
      history.onStateChanged(changed),
    );
  }

  /** The list is on the screen of a place, or no longer. */
  async setShown(receiver: Receiver, isShown: boolean): Promise<void> {
    receiver.historyShown(isShown);
    if (isShown) {
      this.#shownOn.add(receiver);
      await this.#post();
      const { history } = this.#dependencies;
      // Where it can't be read, the list says so.
      await history.refresh().catch(() => undefined);
      // Most come here to look for something.
      await history.prepareSearch();
    } else {
      this.#shownOn.delete(receiver);
      this.#searches.get(receiver)?.abort();
      this.#searches.delete(receiver);
    }
  }

  /** Finds what was said; an earlier search of the same place comes to nothing. */
  async search(
    receiver: Receiver,
    { searchId, query }: Extract<ToHost, { type: 'searchHistory' }>,
  ): Promise<void> {
    const { history, ui } = this.#dependencies;
    this.#searches.get(receiver)?.abort();
    const abort = new AbortController();
    this.#searches.set(receiver, abort);
    const rows = this.#rows ?? (await this.rows());
    const trashed = new Set(rows.filter(isTrashed).map(({ id }) => id));
    try {
      for (const limit of HITS) {
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
          problem: unreadableText(error),
        });
      }
    }
  }

  /** Does what was asked with a conversation of the list, and of no other. */
  async carryOut(
    request: Extract<Request, { type: 'conversationAction' | 'renameConversation' }>,
  ): Promise<Problem> {
    const { actions } = this.#dependencies;
    const row = (await this.rows()).find(({ id }) => id === request.conversationId);
    if (row === undefined) {
      return vscode.l10n.t('This conversation is no longer there.');
    }
    return request.type === 'renameConversation'
      ? actions.rename(row.id, request.title)
      : actions.carryOut(row.id, request.action);
  }

  /** All there is, in the trash and out of it. Rejects where nothing can be read. */
  async rows(): Promise<ConversationRow[]> {
    const { conversations, composer, history } = this.#dependencies;
    const rows = conversationRows(await history.list(), {
      open: conversations.all.map(openConversation),
      workspace: workspaceLabel()?.id,
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

  #changed(): void {
    if (this.#shownOn.size > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#post();
      }, PAUSE);
    }
  }

  async #post(): Promise<void> {
    const { conversations, ui, isKept } = this.#dependencies;
    let rows: ConversationRow[] = [];
    let problem: string | undefined;
    try {
      rows = await this.rows();
      this.#rows = rows;
    } catch (error) {
      problem = unreadableText(error);
    }
    const shownId = conversations.current.conversation.id;
    for (const receiver of this.#shownOn) {
      ui.postTo(receiver, {
        type: 'history',
        history: {
          rows,
          shownId,
          isKept: isKept(),
          ...defined({ problem }),
        },
      });
    }
  }
}

function unreadableText(error: unknown): string {
  return vscode.l10n.t('The conversations could not be read: {0}', reasonOf(error));
}

function isTrashed({ daysLeft }: ConversationRow): boolean {
  return daysLeft !== undefined;
}
