import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { BudgetView } from '../../protocol/budgetView.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button, nameButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../viewContext.ts';
import { BudgetDetails } from './budgetDetails.ts';

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
