import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { BudgetView } from '../../protocol/contextWindow.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button, nameButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { fileName, fill } from '../format.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import type { ViewContext } from '../viewContext.ts';

const SVG = 'http://www.w3.org/2000/svg';
const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

function circle(className: string): SVGCircleElement {
  const made = document.createElementNS(SVG, 'circle');
  made.setAttribute('class', className);
  made.setAttribute('cx', '8');
  made.setAttribute('cy', '8');
  made.setAttribute('r', String(RADIUS));
  return made;
}

/**
 * How much of the model's context window would be taken by what would be sent now: a ring, and figures where there is
 * room. As a button it opens what they are made of.
 */
export class ContextRing {
  readonly element: HTMLElement;
  readonly #strings: PanelStrings;
  readonly #button: HTMLButtonElement;
  readonly #used = circle('ring-used');
  readonly #figures = element('span', 'context-figures');
  readonly #details: BudgetDetails;

  constructor({ strings }: ViewContext, showRequest: () => void) {
    this.#strings = strings;
    const ring = document.createElementNS(SVG, 'svg');
    ring.setAttribute('viewBox', '0 0 16 16');
    ring.setAttribute('class', 'ring');
    ring.append(circle('ring-track'), this.#used);
    this.#button = button('context-button', ring, this.#figures);
    this.#details = new BudgetDetails(strings, this.#button, showRequest);
    this.element = element('div', 'context', this.#button, this.#details.element);
    this.element.hidden = true;
  }

  show(budget: BudgetView): void {
    const { total, contextWindow } = budget;
    this.element.hidden = contextWindow === undefined && total === 0;
    const { budgetOfWindow, budgetAlone, contextShort } = this.#strings;
    const tokens = formatTokens(total);
    if (contextWindow === undefined) {
      nameButton(this.#button, fill(budgetAlone, tokens));
      this.#figures.textContent = tokens;
    } else {
      const figures = [tokens, formatTokens(contextWindow)];
      nameButton(this.#button, fill(budgetOfWindow, ...figures));
      this.#figures.textContent = fill(contextShort, ...figures);
    }
    const share = contextWindow === undefined ? 0 : total / contextWindow;
    this.element.classList.toggle('is-over', share > 1);
    this.#used.setAttribute('stroke-dasharray', `${Math.min(1, share) * CIRCUMFERENCE} ${CIRCUMFERENCE}`);
    this.#details.show(budget);
  }
}

/** What is exact is seldom exact to less. */
const LEAST_PERCENT = 1;

/**
 * What would be sent, part by part, in a small box that a button opens. The browser itself closes it, on Escape and on
 * a click elsewhere, gives the keyboard back to the button, and tells a screen reader of the button whether it is open.
 */
class BudgetDetails {
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
