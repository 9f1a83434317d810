import { MAX_QUERY_CHARS } from '../../protocol/history.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import { TextBox } from '../textBox.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Delay between the last input and the search, in ms. */
const DEBOUNCE_MS = 120;

export type SearchHits = Extract<ToPanel, { type: 'searchHits' }>;

/** Search box for the text of all conversations. It searches while the user types. */
export class HistorySearchBox {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #onQuery: () => void;
  readonly #box: TextBox<HTMLInputElement>;
  readonly #clearButton: HTMLButtonElement;
  #searchId = 0;
  #timer: number | undefined;

  /** @param onQuery called when the query changes or is cleared */
  constructor(deps: ViewDeps, onQuery: () => void) {
    this.#deps = deps;
    this.#onQuery = onQuery;
    const input = element('input');
    input.type = 'text';
    input.ariaLabel = t('Search conversations');
    input.placeholder = t('Search conversations');
    input.dir = 'auto';
    input.spellcheck = false;
    input.maxLength = MAX_QUERY_CHARS;
    input.addEventListener('input', () => this.#onInput());
    this.#box = new TextBox(deps.composition, input);
    this.#clearButton = iconButton(t('Clear Search'), icon('close'));
    this.#clearButton.addEventListener('click', () => {
      this.clear();
      this.focus();
    });
    this.#clearButton.hidden = true;
    this.element = element('search', 'search-box history-search', input, this.#clearButton);
    this.element.ariaLabel = t('Search conversations');
  }

  get query(): string {
    return this.#box.value.trim();
  }

  focus(): void {
    this.#box.focus();
    this.#box.change((box) => box.select(0, this.#box.value.length));
  }

  /** Focuses the box without selecting its text, so that the pressed key appends to it. */
  focusForTyping(): void {
    this.#box.focus();
    this.#box.change((box) => box.select(this.#box.value.length, this.#box.value.length));
  }

  clear(): void {
    this.#box.change((box) => {
      if (this.#box.value !== '') {
        box.set('');
        this.#onInput();
      }
    });
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
    this.#clearButton.hidden = this.#box.value === '';
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
