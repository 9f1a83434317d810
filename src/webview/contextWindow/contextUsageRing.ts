import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ContextUsageView } from '../../protocol/contextWindow.ts';
import { button, setButtonName } from '../buttons.ts';
import { element } from '../dom.ts';
import { basename } from '../format.ts';
import { t } from '../l10n.ts';
import { visibleNodes } from '../visibleNodes.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

function createCircle(className: string): SVGCircleElement {
  const circle = document.createElementNS(SVG_NAMESPACE, 'circle');
  circle.setAttribute('class', className);
  circle.setAttribute('cx', '8');
  circle.setAttribute('cy', '8');
  circle.setAttribute('r', String(RADIUS));
  return circle;
}

/**
 * Shows how much of the model's context window the next request would use: a ring, and figures if there is room.
 * A click shows the details.
 */
export class ContextUsageRing {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #used = createCircle('ring-used');
  readonly #figures = element('span', 'context-usage-figures');
  readonly #details: ContextUsageDetails;

  constructor(showRequest: () => void) {
    const ring = document.createElementNS(SVG_NAMESPACE, 'svg');
    ring.setAttribute('viewBox', '0 0 16 16');
    ring.setAttribute('class', 'ring');
    ring.append(createCircle('ring-track'), this.#used);
    this.#button = button('context-usage-button', ring, this.#figures);
    this.#details = new ContextUsageDetails(this.#button, showRequest);
    this.element = element('div', 'context-usage', this.#button, this.#details.element);
    this.element.hidden = true;
  }

  show(contextUsage: ContextUsageView): void {
    const { total, contextWindow } = contextUsage;
    this.element.hidden = contextWindow === undefined && total === 0;
    const tokens = formatTokens(total);
    if (contextWindow === undefined) {
      setButtonName(this.#button, t('Next request: about {0} tokens', tokens));
      this.#figures.textContent = tokens;
    } else {
      const figures = [tokens, formatTokens(contextWindow)];
      setButtonName(this.#button, t('Next request: about {0} of {1} tokens', ...figures));
      this.#figures.textContent = t('{0} of {1}', ...figures);
    }
    const share = contextWindow === undefined ? 0 : total / contextWindow;
    this.element.classList.toggle('is-over', share > 1);
    this.#used.setAttribute('stroke-dasharray', `${Math.min(1, share) * CIRCUMFERENCE} ${CIRCUMFERENCE}`);
    this.#details.show(contextUsage);
  }
}

/**
 * Popover with the tokens of each part of the next request. The browser closes it on Escape and on a click elsewhere,
 * restores the focus to the button, and exposes the button's expanded state.
 */
class ContextUsageDetails {
  readonly element = element('div', 'context-usage-details');
  readonly #rows = element('ul', 'context-usage-rows');
  readonly #total = element('div', 'context-usage-total');

  /** @param showRequest shows the complete request */
  constructor(opener: HTMLButtonElement, showRequest: () => void) {
    const showRequestButton = button('text-button secondary', t('Show Request'));
    showRequestButton.addEventListener('click', () => {
      this.element.hidePopover();
      showRequest();
    });
    const note = element('p', 'context-usage-note', t('Estimated. The service may count differently.'));
    // Focused when the popover opens.
    showRequestButton.autofocus = true;
    this.element.append(
      element('div', 'context-usage-title', t('Tokens in the next request')),
      this.#rows,
      element('div', 'context-usage-foot', this.#total, note, showRequestButton),
    );
    this.element.popover = 'auto';
    this.element.role = 'dialog';
    this.element.ariaLabel = t('Tokens in the next request');
    this.element.ariaDescribedByElements = [this.#rows, this.#total, note];
    opener.ariaHasPopup = 'dialog';
    opener.popoverTargetElement = this.element;
  }

  show({ question, attachments, history, total, contextWindow }: ContextUsageView): void {
    this.#rows.replaceChildren(
      this.#row(t('Question'), question),
      ...attachments.map(({ name, tokens }) => this.#row(basename(name), tokens, name)),
      this.#row(t('Conversation so far'), history),
    );
    const all = formatTokens(total);
    this.#total.replaceChildren(
      element('span', '', t('Total')),
      element(
        'span',
        '',
        contextWindow === undefined ? all : t('{0} of {1}', all, formatTokens(contextWindow)),
      ),
    );
  }

  #row(name: string, tokens: number, path = ''): HTMLElement {
    const nameElement = element('span', 'context-usage-name', ...visibleNodes(name));
    nameElement.title = visibleText(path);
    return element('li', '', nameElement, ' ', element('span', 'context-usage-tokens', formatTokens(tokens)));
  }
}
