import { TRASH_RETENTION_DAYS } from '../../core/history/records/storedConversation.ts';
import type { ConversationRow, HistoryView } from '../../protocol/history.ts';
import { button } from '../buttons.ts';
import { element, setChildren, statusLine } from '../dom.ts';
import { formatMonth, formatPlural, startOfDay } from '../format.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { ConversationRowView, type ListedRow, type RowCallbacks } from './historyRow.ts';
import type { SearchHits } from './historySearchBox.ts';
import { type RowGroup, VirtualList } from './virtualList.ts';

interface HistoryContentState {
  /** Absent until the host has sent it. */
  history?: HistoryView | undefined;
  /** Hits of the query, or of the previous one. Absent without a query or before its first hits. */
  searchHits?: SearchHits | undefined;
  /** Whether the hits are those of the previous query. */
  isOutdated: boolean;
  isTrash: boolean;
}

interface ContentCallbacks extends RowCallbacks {
  /** Called for the up arrow on the first row. */
  onLeaveTop(): void;
  /** Called when the focused row is gone, and all others too. */
  onEmpty(): void;
}

/** Content below the search box: the conversations, the search hits, or a note why there are none. */
export class HistoryContent {
  readonly element: HTMLElement;
  readonly #callbacks: ContentCallbacks;
  readonly #otherWorkspacesButton: HTMLButtonElement;
  readonly #trashHead: HTMLElement;
  readonly #count = statusLine('history-count');
  readonly #note: HistoryNote;
  readonly #list: VirtualList<ListedRow>;
  #state: HistoryContentState = { isOutdated: false, isTrash: false };
  #lists: 'all' | 'hits' | 'trash' | undefined;
  #includesOtherWorkspaces = false;

  constructor(deps: ViewDeps, callbacks: ContentCallbacks) {
    this.#callbacks = callbacks;
    this.#otherWorkspacesButton = button('others-toggle');
    this.#otherWorkspacesButton.addEventListener('click', () => {
      this.#includesOtherWorkspaces = !this.#includesOtherWorkspaces;
      this.show(this.#state);
    });
    this.#trashHead = element(
      'div',
      'trash-head',
      element('h2', '', t('Trash')),
      element('p', '', t('Conversations are deleted permanently after {0} days.', TRASH_RETENTION_DAYS)),
    );
    this.#note = new HistoryNote(deps);
    this.#list = new VirtualList(
      { key: ({ row }) => row.id, create: (listed) => new ConversationRowView(listed, callbacks) },
      () => callbacks.onLeaveTop(),
      () => callbacks.onEmpty(),
    );
    this.element = element(
      'div',
      'history-content',
      this.#trashHead,
      this.#otherWorkspacesButton,
      this.#count,
      this.#note.element,
      this.#list.element,
    );
  }

  /** The conversation whose row has the focus or had it last. */
  get active(): ConversationRow | undefined {
    return this.#list.active?.row;
  }

  /** Focuses the row that had the focus last, or the first. */
  focus(): void {
    this.#list.focusActive();
  }

  rowOf(conversationId: string): HTMLElement | undefined {
    return this.#list.rowOf(conversationId);
  }

  openFirstHit(): void {
    const { first } = this.#list;
    if (this.#lists === 'hits' && !this.#state.isOutdated && first !== undefined) {
      this.#callbacks.onOpen(first);
    }
  }

  show(state: HistoryContentState): void {
    this.#state = state;
    const { history, isTrash, searchHits } = state;
    // The list stays until the first hits arrive: an empty screen would flicker.
    const isSearching = searchHits !== undefined && !isTrash;
    const lists = isTrash ? 'trash' : isSearching ? 'hits' : 'all';
    if (this.#lists !== lists) {
      this.#lists = lists;
      this.#list.reset();
      this.#list.element.ariaLabel = isSearching ? t('Search results') : t('Conversations');
      this.#list.element.classList.toggle('hits', isSearching);
      this.#trashHead.hidden = !isTrash;
    }
    if (isSearching) {
      this.#showHits(searchHits, history);
    } else {
      this.#showRows(history, isTrash);
    }
  }

  /** Removes all rows while the screen is closed. */
  clear(): void {
    this.#list.show([]);
    this.#note.hide();
  }

  #showRows(history: HistoryView | undefined, isTrash: boolean): void {
    const all = (history?.rows ?? []).filter(({ daysLeft }) => (daysLeft !== undefined) === isTrash);
    const inWorkspace = isTrash ? all : all.filter(({ otherWorkspace }) => otherWorkspace === undefined);
    const otherCount = all.length - inWorkspace.length;
    const showsOthers = this.#includesOtherWorkspaces || inWorkspace.length === 0;
    setChildren(this.#count);
    this.#otherWorkspacesButton.hidden = otherCount === 0 || inWorkspace.length === 0;
    this.#otherWorkspacesButton.textContent = t('Show Other Workspaces ({0})', otherCount);
    this.#otherWorkspacesButton.ariaPressed = String(showsOthers);
    const listed = showsOthers ? all : inWorkspace;
    const toListed = (row: ConversationRow): ListedRow => ({
      row,
      isCurrent: row.id === history?.currentId,
    });
    this.#list.show(
      groupByTime(listed).map(({ heading, items }) => ({ heading, items: items.map(toListed) })),
    );
    this.#note.show(history, listed.length === 0, isTrash);
  }

  #showHits(searchHits: SearchHits, history: HistoryView | undefined): void {
    const rows = new Map(history?.rows.map((row) => [row.id, row]));
    const items = searchHits.hits.flatMap((hit) => {
      const row = rows.get(hit.conversationId);
      return row === undefined || row.daysLeft !== undefined
        ? []
        : [{ row, isCurrent: row.id === history?.currentId, hit }];
    });
    this.#list.show([{ heading: '', items }]);
    this.#note.hide();
    this.#otherWorkspacesButton.hidden = true;
    setChildren(this.#count, searchHits.error ?? this.#formatCount(searchHits, items.length));
  }

  /** Number of hits, and of unreadable conversations, which may contain more. */
  #formatCount({ hits, total, unreadable = 0 }: SearchHits, shown: number): string {
    if (shown === 0 && this.#state.isOutdated) {
      // It is not known yet whether there are results.
      return '';
    }
    const count = formatPlural(total, t('1 result'), t('{0} results'));
    const text =
      shown === 0 ? t('No results') : total > hits.length ? t('First {0} of {1}', shown, count) : count;
    return unreadable === 0 ? text : `${text} · ${t('{0} could not be read', unreadable)}`;
  }
}

/** Delay before the loading note is shown, in ms. */
const LOADING_DELAY_MS = 100;

/** Says why the list is missing or incomplete: loading, unreadable, not saved, or empty. */
class HistoryNote {
  readonly element = element('div', 'history-note');
  readonly #text = element('p');
  readonly #settings: HTMLButtonElement;
  #timer: number | undefined;

  constructor({ host }: ViewDeps) {
    this.#settings = button('text-button secondary', t('Open Settings'));
    this.#settings.addEventListener('click', () => host.post({ type: 'openHistorySettings' }));
    this.element.role = 'status';
    this.element.append(this.#text, this.#settings);
    this.hide();
  }

  hide(): void {
    this.#say('');
  }

  show(history: HistoryView | undefined, isEmpty: boolean, isTrash: boolean): void {
    if (history === undefined) {
      this.#timer ??= window.setTimeout(() => this.#say(t('Loading…')), LOADING_DELAY_MS);
    } else if (history.error !== undefined) {
      this.#say(history.error);
    } else if (!history.isSaved) {
      this.#say(t('Conversations are not saved. They last only until the window closes or reloads.'), true);
    } else if (isEmpty) {
      this.#say(
        isTrash
          ? t('The trash is empty.')
          : t('No conversations yet. They are saved here when you ask a question.'),
      );
    } else {
      this.hide();
    }
  }

  #say(text: string, withSettings = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    setChildren(this.#text, text);
    this.#settings.hidden = !withSettings;
    this.element.hidden = text === '';
  }
}

/** Number of days before today that are not listed under their month. */
const RECENT_DAYS = 7;

/** Groups conversations under headings: pinned, today, yesterday, the last week, then each month; the latest first. */
function groupByTime(rows: readonly ConversationRow[]): RowGroup<ConversationRow>[] {
  const starts: readonly [from: number, heading: string][] = [
    [startOfDay(0), t('Today')],
    [startOfDay(1), t('Yesterday')],
    [startOfDay(RECENT_DAYS), t('Previous 7 Days')],
  ];
  const headingOf = ({ pinned, changedAt }: ConversationRow): string =>
    pinned ? t('Pinned') : (starts.find(([from]) => changedAt >= from)?.[1] ?? formatMonth(changedAt));
  const sorted = rows.toSorted(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.changedAt - one.changedAt,
  );
  return [...Map.groupBy(sorted, headingOf)].map(([heading, items]) => ({ heading, items }));
}
