import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { BudgetView } from '../../protocol/budgetView.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { fileName, fill } from '../format.ts';
import { visibleNodes } from '../hiddenMarks.ts';

/** What is exact is seldom exact to less. */
const LEAST_PERCENT = 1;

/**
 * What would be sent, part by part, in a small box that a button opens. The browser itself closes it, on Escape and on
 * a click elsewhere, gives the keyboard back to the button, and tells a screen reader of the button whether it is open.
 */
export class BudgetDetails {
  readonly element = element('div', 'budget');
  readonly #strings: PanelStrings;
  readonly #rows = element('ul', 'budget-rows');
  readonly #total = element('div', 'budget-total');
  readonly #note = element('p', 'budget-note');

  /** @param showRequest shows all of it as it would be sent */
  constructor(strings: PanelStrings, opener: HTMLButtonElement, showRequest: () => void) {
    this.#strings = strings;
    const whole = button('text-button secondary', strings.showRequest);
    whole.addEventListener('click', () => {
      this.element.hidePopover();
      showRequest();
    });
    // It takes the keyboard as the box opens.
    whole.autofocus = true;
    this.element.append(
      element('div', 'budget-title', strings.budgetTitle),
      this.#rows,
      element('div', 'budget-foot', this.#total, this.#note, whole),
    );
    this.element.popover = 'auto';
    this.element.role = 'dialog';
    this.element.ariaLabel = strings.budgetTitle;
    this.element.ariaDescribedByElements = [this.#rows, this.#total, this.#note];
    opener.ariaHasPopup = 'dialog';
    opener.popoverTargetElement = this.element;
  }

  show({ question, attachments, history, total, contextWindow, error }: BudgetView): void {
    const strings = this.#strings;
    this.#rows.replaceChildren(
      this.#row(strings.budgetQuestion, question),
      ...attachments.map(({ name, tokens }) => this.#row(fileName(name), tokens, name)),
      this.#row(strings.budgetHistory, history),
    );
    const all = formatTokens(total);
    this.#total.replaceChildren(
      element('span', '', strings.budgetTotal),
      element(
        'span',
        '',
        contextWindow === undefined ? all : fill(strings.contextShort, all, formatTokens(contextWindow)),
      ),
    );
    this.#note.textContent =
      error === undefined
        ? strings.budgetUnproved
        : fill(strings.budgetError, Math.max(LEAST_PERCENT, Math.ceil(error * 100)));
  }

  #row(name: string, tokens: number, whole = ''): HTMLElement {
    const shown = element('span', 'budget-name', ...visibleNodes(name, this.#strings));
    shown.title = visibleText(whole);
    return element('li', '', shown, ' ', element('span', 'budget-tokens', formatTokens(tokens)));
  }
}
