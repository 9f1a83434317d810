import { LONGEST_QUERY } from '../../protocol/history.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';

/** So long after the last key is looked for what stands in the box. ms */
const PAUSE = 120;

export type SearchHits = Extract<ToPanel, { type: 'searchHits' }>;

/** The box that everything that was said is searched with, as one types. */
export class HistorySearchBox {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #onQuery: () => void;
  readonly #input = element('input');
  readonly #clear: HTMLButtonElement;
  #searchId = 0;
  #timer: number | undefined;

  /** @param onQuery is called when another text stands in the box, or none any more */
  constructor(context: ViewContext, onQuery: () => void) {
    const { strings } = context;
    this.#context = context;
    this.#onQuery = onQuery;
    this.#input.type = 'text';
    this.#input.ariaLabel = strings.searchHistory;
    this.#input.placeholder = strings.searchHistory;
    this.#input.dir = 'auto';
    this.#input.spellcheck = false;
    this.#input.maxLength = LONGEST_QUERY;
    this.#input.addEventListener('input', () => this.#changed());
    this.#clear = iconButton(strings.clearSearch, icon('close'));
    this.#clear.addEventListener('click', () => {
      this.clear();
      this.focus();
    });
    this.#clear.hidden = true;
    this.element = element('search', 'search-box history-search', this.#input, this.#clear);
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
  takeLetter(): void {
    this.#input.focus();
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
  }

  clear(): void {
    if (this.#input.value !== '') {
      this.#input.value = '';
      this.#changed();
    }
  }

  /** Looks again, since what is looked through has changed. */
  repeat(): void {
    if (this.query !== '') {
      this.#schedule();
    }
  }

  /** Whether these are the hits of what stands in the box, and of no earlier search. */
  isLatest({ searchId }: SearchHits): boolean {
    return this.query !== '' && searchId === this.#searchId;
  }

  #changed(): void {
    this.#clear.hidden = this.#input.value === '';
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
      this.#context.host.post({ type: 'searchHistory', searchId: this.#searchId, query: this.query });
    }, PAUSE);
  }
}
