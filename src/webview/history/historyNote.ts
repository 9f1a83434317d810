import type { HistoryView } from '../../protocol/historyViews.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import type { ViewContext } from '../viewContext.ts';

/** A list that comes sooner needs no word about its coming. ms */
const LOADING_AFTER = 100;

/** Why there is no list, or less than might be looked for: nothing yet, not kept, not readable, not there yet. */
export class HistoryNote {
  readonly element = element('div', 'history-note');
  readonly #context: ViewContext;
  readonly #text = element('p');
  readonly #settings: HTMLButtonElement;
  #timer: number | undefined;

  constructor(context: ViewContext) {
    const { strings, host } = context;
    this.#context = context;
    this.#settings = button('text-button secondary', strings.openSettings);
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

  /** @param isEmpty whether nothing is listed */
  show(history: HistoryView | undefined, isEmpty: boolean, isTrash: boolean): void {
    if (history === undefined) {
      this.#timer ??= window.setTimeout(() => this.#say(this.#context.strings.loading), LOADING_AFTER);
      return;
    }
    this.hide();
    const { strings } = this.#context;
    if (history.problem !== undefined) {
      this.#say(history.problem);
    } else if (!history.isKept) {
      this.#say(strings.historyOff, true);
    } else if (isEmpty) {
      this.#say(isTrash ? strings.trashEmpty : strings.nothingYet);
    }
  }

  #say(text: string, withSettings = false): void {
    this.#text.textContent = text;
    this.#settings.hidden = !withSettings;
    this.element.hidden = false;
  }
}
