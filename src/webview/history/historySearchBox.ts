import { MAX_QUERY_CHARS } from '../../protocol/history.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** So long after the last key is looked for what stands in the box. ms */
const DEBOUNCE_MS = 120;

export type SearchHits = Extract<ToPanel, { type: 'searchHits' }>;

/** The box that everything that was said is searched with, as one types. */
export class HistorySearchBox {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #onQuery: () => void;
  readonly #input = element('input');
  readonly #clearButton: HTMLButtonElement;
  #searchId = 0;
  #timer: number | undefined;

  /** @param onQuery is called when another text stands in the box, or none any more */
  constructor(deps: ViewDeps, onQuery: () => void) {
    const { strings } = deps;
    this.#deps = deps;
    this.#onQuery = onQuery;
    this.#input.type = 'text';
    this.#input.ariaLabel = strings.searchHistory;
    this.#input.placeholder = strings.searchHistory;
    this.#input.dir = 'auto';
    this.#input.spellcheck = false;
    this.#input.maxLength = MAX_QUERY_CHARS;
    this.#input.addEventListener('input', () => this.#onInput());
    this.#clearButton = iconButton(strings.clearSearch, icon('close'));
    this.#clearButton.addEventListener('click', () => {
      this.clear();
      this.focus();
    });
    this.#clearButton.hidden = true;
    this.element = element('search', 'search-box history-search', this.#input, this.#clearButton);
    this.element.ariaLabel = strings.searchHistory;
  }

  get query(): string {
    return this.#input.value.trim();
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** Puts the keyboard into the box without selecting, so that a letter that was pressed is added. */
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

  /** Looks again, since what is looked through has changed. */
  refresh(): void {
    if (this.query !== '') {
      this.#schedule();
    }
  }

  /** Whether these are the hits of what stands in the box, and of no earlier search. */
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
