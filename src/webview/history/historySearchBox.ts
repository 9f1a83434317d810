import { MAX_QUERY_CHARS } from '../../protocol/history.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Delay between the last input and the search, in ms. */
const DEBOUNCE_MS = 120;

export type SearchHits = Extract<ToPanel, { type: 'searchHits' }>;

/** Search box for the text of all conversations. It searches while the user types. */
export class HistorySearchBox {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #onQuery: () => void;
  readonly #input = element('input');
  readonly #clearButton: HTMLButtonElement;
  #searchId = 0;
  #timer: number | undefined;

  /** @param onQuery called when the query changes or is cleared */
  constructor(deps: ViewDeps, onQuery: () => void) {
    this.#deps = deps;
    this.#onQuery = onQuery;
    this.#input.type = 'text';
    this.#input.ariaLabel = t('Search conversations');
    this.#input.placeholder = t('Search conversations');
    this.#input.dir = 'auto';
    this.#input.spellcheck = false;
    this.#input.maxLength = MAX_QUERY_CHARS;
    this.#input.addEventListener('input', () => this.#onInput());
    this.#clearButton = iconButton(t('Clear Search'), icon('close'));
    this.#clearButton.addEventListener('click', () => {
      this.clear();
      this.focus();
    });
    this.#clearButton.hidden = true;
    this.element = element('search', 'search-box history-search', this.#input, this.#clearButton);
    this.element.ariaLabel = t('Search conversations');
  }

  get query(): string {
    return this.#input.value.trim();
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** Focuses the box without selecting its text, so that the pressed key appends to it. */
  focusForTyping(): void {
    this.#input.focus();
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
  }

  clear(): void {
    if (this.#input.value !== '') {
      this.#input.value = '';
      this.#onInput();
    }
  }

  /** Searches again after conversations changed. */
  refresh(): void {
    if (this.query !== '') {
      this.#schedule();
    }
  }

  /** Whether these are the hits of the current search and not of an earlier one. */
  isLatest({ searchId }: SearchHits): boolean {
    return this.query !== '' && searchId === this.#searchId;
  }

  #onInput(): void {
    this.#clearButton.hidden = this.#input.value === '';
    this.#searchId += 1;
    clearTimeout(this.#timer);
    if (this.query !== '') {
      this.#schedule();
    }
    this.#onQuery();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#searchId += 1;
      this.#deps.host.post({ type: 'searchHistory', searchId: this.#searchId, query: this.query });
    }, DEBOUNCE_MS);
  }
}
