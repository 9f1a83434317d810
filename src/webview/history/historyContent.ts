import { TRASH_RETENTION_DAYS } from '../../core/history/records/storedConversation.ts';
import type { ConversationRow, HistoryView } from '../../protocol/history.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { formatMonth } from '../format.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { createConversationRow, formatPlural, type ListedRow, type RowCallbacks } from './historyRow.ts';
import type { SearchHits } from './historySearchBox.ts';
import { type RowGroup, VirtualList } from './virtualList.ts';

interface HistoryContentState {
  /** Absent until the host has sent it. */
  history?: HistoryView | undefined;
  query: string;
  /** Hits of the query, or of the previous one. */
  searchHits?: SearchHits | undefined;
  isTrash: boolean;
}

interface ContentCallbacks extends RowCallbacks {
  onLeaveTop(): void;
}

/** Content below the search box: the conversations, the search hits, or a note why there are none. */
export class HistoryContent {
  readonly element: HTMLElement;
  readonly #otherWorkspacesButton: HTMLButtonElement;
  readonly #trashHead: HTMLElement;
  readonly #count = statusLine('history-count');
  readonly #note: HistoryNote;
  readonly #rows: VirtualList<ListedRow>;
  readonly #hits: VirtualList<ListedRow>;
  #state: HistoryContentState = { query: '', isTrash: false };
  #includesOtherWorkspaces = false;

  constructor(deps: ViewDeps, callbacks: ContentCallbacks) {
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
    const renderer = {
      id: ({ row }: ListedRow) => row.id,
      render: (listed: ListedRow) => createConversationRow(listed, callbacks),
    };
    const onLeaveTop = () => callbacks.onLeaveTop();
    this.#rows = new VirtualList(t('Conversations'), renderer, onLeaveTop);
    this.#hits = new VirtualList(t('Search results'), renderer, onLeaveTop);
    this.#hits.element.classList.add('hits');
    this.element = element(
      'div',
      'history-content',
      this.#trashHead,
      this.#otherWorkspacesButton,
      this.#count,
      this.#note.element,
      this.#rows.element,
      this.#hits.element,
    );
  }

  get #visibleList(): VirtualList<ListedRow> {
    return this.#hits.element.hidden ? this.#rows : this.#hits;
  }

  /** The conversation whose row has the focus or had it last. */
  get active(): ConversationRow | undefined {
    return this.#visibleList.active?.row;
  }

  /** Focuses the row that had the focus last, or the first. */
  focus(): void {
    this.#visibleList.focusActive();
  }

  rowOf(conversationId: string): HTMLElement | undefined {
    return this.#visibleList.rowOf(conversationId);
  }

  /** Opens the first hit, if any. */
  openFirst(): void {
    this.#hits.element.querySelector<HTMLElement>('[role="row"]')?.click();
  }

  show(state: HistoryContentState): void {
    this.#state = state;
    const { history, query, isTrash, searchHits } = state;
    // The list stays until the first hits arrive: an empty screen would flicker.
    const isSearching = query !== '' && searchHits !== undefined && !isTrash;
    this.#trashHead.hidden = !isTrash;
    this.#hits.element.hidden = !isSearching;
    this.#rows.element.hidden = isSearching;
    this.#otherWorkspacesButton.hidden = true;
    this.#count.textContent = '';
    if (isSearching) {
      this.#rows.show([]);
      this.#showHits(searchHits, history);
    } else {
      this.#hits.show([]);
      this.#showRows(history, isTrash);
    }
  }

  /** Removes all rows while the screen is closed. */
  clear(): void {
    this.#rows.show([]);
    this.#hits.show([]);
    this.#note.hide();
  }

  #showRows(history: HistoryView | undefined, isTrash: boolean): void {
    const all = (history?.rows ?? []).filter(({ daysLeft }) => (daysLeft !== undefined) === isTrash);
    const inWorkspace = isTrash ? all : all.filter(({ otherWorkspace }) => otherWorkspace === undefined);
    const otherCount = all.length - inWorkspace.length;
    const showsOthers = this.#includesOtherWorkspaces || inWorkspace.length === 0;
    this.#otherWorkspacesButton.hidden = otherCount === 0 || inWorkspace.length === 0;
    this.#otherWorkspacesButton.textContent = t('Show Other Workspaces ({0})', otherCount);
    this.#otherWorkspacesButton.ariaPressed = String(showsOthers);
    const listed = showsOthers ? all : inWorkspace;
    const toListed = (row: ConversationRow): ListedRow => ({
      row,
      isCurrent: row.id === history?.currentId,
    });
    this.#rows.show(
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
    this.#hits.show([{ heading: '', items }]);
    this.#note.hide();
    this.#count.textContent = searchHits.error ?? this.#formatCount(searchHits, items.length);
  }

  /** Number of hits, and of unreadable conversations, which may contain more. */
  #formatCount({ hits, total, unreadable = 0 }: SearchHits, shown: number): string {
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
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.element.hidden = true;
  }

  show(history: HistoryView | undefined, isEmpty: boolean, isTrash: boolean): void {
    if (history === undefined) {
      this.#timer ??= window.setTimeout(() => this.#say(t('Loading…')), LOADING_DELAY_MS);
      return;
    }
    this.hide();
    if (history.error !== undefined) {
      this.#say(history.error);
    } else if (!history.isSaved) {
      this.#say(t('Conversations are not saved. They last only until the window closes or reloads.'), true);
    } else if (isEmpty) {
      this.#say(
        isTrash
          ? t('The trash is empty.')
          : t('No conversations yet. They are saved here when you ask a question.'),
      );
    }
  }

  #say(text: string, withSettings = false): void {
    this.#text.textContent = text;
    this.#settings.hidden = !withSettings;
    this.element.hidden = false;
  }
}

/** Number of days before today that are not listed under their month. */
const RECENT_DAYS = 7;

/**
 * Groups conversations under headings: pinned, today, yesterday, the last week, then each month; the latest first.
 * @param now ms since 1970
 */
function groupByTime(
  rows: readonly ConversationRow[],
  now: number = Date.now(),
): RowGroup<ConversationRow>[] {
  const headingOf = createTimeHeadings(now);
  const sorted = rows.toSorted(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.changedAt - one.changedAt,
  );
  const groups = Map.groupBy(sorted, (row) => (row.pinned ? t('Pinned') : headingOf(row.changedAt)));
  return [...groups].map(([heading, items]) => ({ heading, items }));
}

function createTimeHeadings(now: number): (timestamp: number) => string {
  const startOfDay = (daysBefore: number): number => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
  };
  const starts: readonly [from: number, heading: string][] = [
    [startOfDay(0), t('Today')],
    [startOfDay(1), t('Yesterday')],
    [startOfDay(RECENT_DAYS), t('Previous 7 Days')],
  ];
  return (timestamp) => starts.find(([from]) => timestamp >= from)?.[1] ?? formatMonth(timestamp);
}
