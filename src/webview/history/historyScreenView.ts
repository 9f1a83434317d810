import { omitUndefined } from '../../base/omitUndefined.ts';
import type { SearchHit } from '../../core/history/search/historySearch.ts';
import type { ConversationRow, HistoryView } from '../../protocol/history.ts';
import type { RequestResult } from '../../protocol/toPanel.ts';
import { element, statusLine } from '../dom.ts';
import { msUntilTomorrow } from '../format.ts';
import { isDone, textOf } from '../host.ts';
import { isCtrlCmdHeld, letterOf, listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { editTitle } from './editTitle.ts';
import { HistoryContent } from './historyContent.ts';
import type { ListedRow, RowAction } from './historyRow.ts';
import { HistorySearchBox, type SearchHits } from './historySearchBox.ts';

export interface HitLocation {
  conversationId: string;
  turnId?: string;
  text: string;
}

interface ScreenCallbacks {
  /** Called when the screen opens over the chat or closes. */
  onDidChangeVisibility(isShown: boolean): void;
  /** Called when the chat shows the chosen conversation. */
  onOpened(jump?: HitLocation): void;
}

/** Screen over the chat to browse, search, open, rename, pin and delete conversations. */
export class HistoryScreenView implements Room {
  readonly messages = {
    showHistory: ({ trash }) => this.open(trash),
    history: ({ history }) => this.#showHistory(history),
    searchHits: (hits) => this.#showHits(hits),
    editTitle: ({ rowId }) => this.#editTitle(rowId),
  } satisfies Partial<MessageHandlers>;
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #callbacks: ScreenCallbacks;
  readonly #search: HistorySearchBox;
  readonly #content: HistoryContent;
  readonly #status = statusLine();
  #history: HistoryView | undefined;
  #searchHits: SearchHits | undefined;
  /** The query of which these are the hits. */
  #foundQuery = '';
  #isTrash = false;
  #midnightTimer: number | undefined;
  #focusedBefore: Element | null = null;

  constructor(deps: ViewDeps, callbacks: ScreenCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
    this.#search = new HistorySearchBox(deps, () => {
      this.#searchHits = this.#search.query === '' ? undefined : this.#searchHits;
      this.#render();
    });
    this.#content = new HistoryContent(deps, {
      onOpen: (listed) => void this.#open(listed),
      onAction: (row, action) => this.#runAction(row, action),
      onLeaveTop: () => this.#search.focus(),
      // So that the keys of the screen still work.
      onEmpty: () => this.element.focus(),
    });
    this.element = element('section', 'history', this.#search.element, this.#status, this.#content.element);
    this.element.ariaLabel = t('Conversations');
    // Focusable, so that a click outside the rows keeps the focus in the screen.
    this.element.tabIndex = -1;
    this.element.hidden = true;
    listenForKeys(this.element, (event) => this.#onKeydown(event));
    listenForKeys(document, (event) => this.#onDocumentKeydown(event), { capture: true });
    // The day may have changed, and timers stand still while the machine sleeps.
    window.addEventListener('focus', () => this.#render());
    document.addEventListener('visibilitychange', () => this.#render());
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Opens over the chat. Focuses the search box, or the list of the trash. */
  open(isTrash: boolean): void {
    this.#isTrash = isTrash;
    this.#search.element.hidden = isTrash;
    this.#status.textContent = '';
    if (!this.isOpen) {
      this.#focusedBefore = document.activeElement;
      this.element.hidden = false;
      this.#deps.host.post({ type: 'historyVisibilityChanged', isShown: true });
      this.#callbacks.onDidChangeVisibility(true);
    }
    this.#render();
    if (isTrash) {
      this.element.focus();
      this.#content.focus();
    } else {
      this.#search.focus();
    }
  }

  /** Shows the chat again and restores the focus. */
  close(): void {
    if (!this.isOpen) {
      return;
    }
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#history = undefined;
    clearTimeout(this.#midnightTimer);
    this.#search.clear();
    this.#content.clear();
    this.#deps.host.post({ type: 'historyVisibilityChanged', isShown: false });
    this.#callbacks.onDidChangeVisibility(false);
    if (hadFocus) {
      this.#restoreFocus();
    }
  }

  #restoreFocus(): void {
    const before = this.#focusedBefore;
    if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
      before.focus({ preventScroll: true });
    } else {
      this.#deps.ui.focusComposer();
    }
  }

  #showHistory(history: HistoryView): void {
    if (this.isOpen) {
      const isFirst = this.#history === undefined;
      this.#history = history;
      this.#search.refresh();
      this.#render();
      // The trash was opened, and had no row yet that could have the focus.
      if (isFirst && document.activeElement === this.element) {
        this.#content.focus();
      }
    }
  }

  #showHits(searchHits: SearchHits): void {
    if (this.isOpen && this.#search.isLatest(searchHits)) {
      this.#searchHits = searchHits;
      this.#foundQuery = this.#search.query;
      this.#render();
    }
  }

  #editTitle(rowId: string): void {
    const title = this.#content.rowOf(rowId)?.querySelector<HTMLElement>('.row-title');
    if (title == null) {
      return;
    }
    const before = this.#history?.rows.find(({ id }) => id === rowId)?.title ?? '';
    editTitle(title, before, t('Title'), (newTitle) => {
      void this.#showError(this.#deps.host.request({ type: 'renameConversation', rowId, title: newTitle }));
    });
  }

  #render(): void {
    if (this.isOpen) {
      this.#content.show({
        history: this.#history,
        searchHits: this.#searchHits,
        isOutdated: this.#foundQuery !== this.#search.query,
        isTrash: this.#isTrash,
      });
      clearTimeout(this.#midnightTimer);
      this.#midnightTimer = window.setTimeout(() => this.#render(), msUntilTomorrow());
    }
  }

  async #open({ row, hit }: ListedRow): Promise<void> {
    if (row.daysLeft === undefined && (await this.#request(row.id, 'open'))) {
      this.close();
      this.#callbacks.onOpened(hit && locationOf(hit, row));
    }
  }

  #runAction({ id }: ConversationRow, action: RowAction): void {
    if (action === 'rename') {
      this.#editTitle(id);
    } else {
      void this.#request(id, action);
    }
  }

  #request(rowId: string, action: Exclude<RowAction, 'rename'> | 'open'): Promise<boolean> {
    return this.#showError(this.#deps.host.request({ type: 'conversationAction', rowId, action }));
  }

  /** Shows why a request failed. Resolves to true if it succeeded. */
  async #showError(response: Promise<RequestResult | undefined>): Promise<boolean> {
    const result = await response;
    this.#status.textContent = textOf(result);
    return isDone(result);
  }

  #onDocumentKeydown(event: KeyboardEvent): void {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && letterOf(event) === 'f';
    if (this.isOpen && isFind) {
      event.preventDefault();
      event.stopPropagation();
      if (!this.#isTrash) {
        this.#search.focus();
      }
    }
  }

  #onKeydown(event: KeyboardEvent): void {
    if (this.#handleKeydown(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Returns whether the key was handled. */
  #handleKeydown(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') {
      this.#goBack();
      return true;
    }
    const isInSearchBox = this.#search.element.contains(document.activeElement);
    const isOnRow = document.activeElement?.role === 'row';
    if ((isInSearchBox || document.activeElement === this.element) && event.key === 'ArrowDown') {
      this.#content.focus();
    } else if (isInSearchBox && event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      this.#content.openFirstHit();
    } else if (isOnRow && (event.key === 'Enter' || event.key === ' ')) {
      this.#openActive();
    } else if (!isInSearchBox && isUndoKey(event)) {
      // Otherwise, VS Code would undo the last change of the search text.
      void this.#showError(this.#deps.host.request({ type: 'undoDelete' }));
    } else if (isOnRow && event.key === 'F2') {
      this.#runOnActive('rename');
    } else if (isOnRow && (event.key === 'Delete' || (event.metaKey && event.key === 'Backspace'))) {
      this.#runOnActive('delete');
    } else {
      if (!isInSearchBox && !this.#isTrash && isPrintableKey(event)) {
        this.#search.focusForTyping();
      }
      return false;
    }
    return true;
  }

  #openActive(): void {
    const { active } = this.#content;
    if (active?.daysLeft !== undefined) {
      this.#runAction(active, 'restore');
    } else if (document.activeElement instanceof HTMLElement) {
      document.activeElement.click();
    }
  }

  #runOnActive(action: RowAction): void {
    const { active } = this.#content;
    if (active !== undefined && active.daysLeft === undefined && !active.isNewer) {
      this.#runAction(active, action);
    }
  }

  /** Goes back one step: from the trash or the search hits to all conversations, and from there to the chat. */
  #goBack(): void {
    if (this.#isTrash) {
      this.open(false);
    } else if (this.#search.query !== '') {
      this.#search.clear();
      this.#search.focus();
    } else {
      this.close();
    }
  }
}

/** Where the first match of a hit is: in the shown turn or, if only the title matches, anywhere. */
function locationOf({ turnId, snippet, ranges, titleRanges }: SearchHit, row: ConversationRow): HitLocation {
  const [range] = ranges;
  const text = range === undefined ? row.title.slice(...(titleRanges[0] ?? [0, 0])) : snippet.slice(...range);
  return { conversationId: row.id, text, ...omitUndefined({ turnId }) };
}

function isUndoKey(event: KeyboardEvent): boolean {
  return isCtrlCmdHeld(event) && !event.shiftKey && !event.altKey && letterOf(event) === 'z';
}

function isPrintableKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
