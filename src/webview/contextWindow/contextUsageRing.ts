import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ContextUsageView } from '../../protocol/contextWindow.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { button, setButtonName } from '../buttons.ts';
import { element } from '../dom.ts';
import { basename, formatString } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

function createCircle(className: string): SVGCircleElement {
  const made = document.createElementNS(SVG_NAMESPACE, 'circle');
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
export class ContextUsageRing {
  readonly element: HTMLElement;
  readonly #strings: PanelStrings;
  readonly #button: HTMLButtonElement;
  readonly #used = createCircle('ring-used');
  readonly #figures = element('span', 'context-usage-figures');
  readonly #details: ContextUsageDetails;

  constructor({ strings }: ViewDeps, showRequest: () => void) {
    this.#strings = strings;
    const ring = document.createElementNS(SVG_NAMESPACE, 'svg');
    ring.setAttribute('viewBox', '0 0 16 16');
    ring.setAttribute('class', 'ring');
    ring.append(createCircle('ring-track'), this.#used);
    this.#button = button('context-usage-button', ring, this.#figures);
    this.#details = new ContextUsageDetails(strings, this.#button, showRequest);
    this.element = element('div', 'context-usage', this.#button, this.#details.element);
    this.element.hidden = true;
  }

  show(contextUsage: ContextUsageView): void {
    const { total, contextWindow } = contextUsage;
    this.element.hidden = contextWindow === undefined && total === 0;
    const { contextUsageOfWindow, contextUsageAlone, contextUsageShort } = this.#strings;
    const tokens = formatTokens(total);
    if (contextWindow === undefined) {
      setButtonName(this.#button, formatString(contextUsageAlone, tokens));
      this.#figures.textContent = tokens;
    } else {
      const figures = [tokens, formatTokens(contextWindow)];
      setButtonName(this.#button, formatString(contextUsageOfWindow, ...figures));
      this.#figures.textContent = formatString(contextUsageShort, ...figures);
    }
    const share = contextWindow === undefined ? 0 : total / contextWindow;
    this.element.classList.toggle('is-over', share > 1);
    this.#used.setAttribute('stroke-dasharray', `${Math.min(1, share) * CIRCUMFERENCE} ${CIRCUMFERENCE}`);
    this.#details.show(contextUsage);
  }
}

/** What is exact is seldom exact to less. */
const MIN_PERCENT = 1;

/**
 * What would be sent, part by part, in a small box that a button opens. The browser itself closes it, on Escape and on
 * a click elsewhere, gives the keyboard back to the button, and tells a screen reader of the button whether it is open.
 */
class ContextUsageDetails {
  readonly element = element('div', 'context-usage-details');
  readonly #strings: PanelStrings;
  readonly #rows = element('ul', 'context-usage-rows');
  readonly #total = element('div', 'context-usage-total');
  readonly #note = element('p', 'context-usage-note');

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
      element('div', 'context-usage-title', strings.contextUsageTitle),
      this.#rows,
      element('div', 'context-usage-foot', this.#total, this.#note, whole),
    );
    this.element.popover = 'auto';
    this.element.role = 'dialog';
    this.element.ariaLabel = strings.contextUsageTitle;
    this.element.ariaDescribedByElements = [this.#rows, this.#total, this.#note];
    opener.ariaHasPopup = 'dialog';
    opener.popoverTargetElement = this.element;
  }

  show({ question, attachments, history, total, contextWindow, medianError }: ContextUsageView): void {
    const strings = this.#strings;
    this.#rows.replaceChildren(
      this.#row(strings.contextUsageQuestion, question),
      ...attachments.map(({ name, tokens }) => this.#row(basename(name), tokens, name)),
      this.#row(strings.contextUsageHistory, history),
    );
    const all = formatTokens(total);
    this.#total.replaceChildren(
      element('span', '', strings.contextUsageTotal),
      element(
        'span',
        '',
        contextWindow === undefined
          ? all
          : formatString(strings.contextUsageShort, all, formatTokens(contextWindow)),
      ),
    );
    this.#note.textContent =
      medianError === undefined
        ? strings.contextUsageUncalibrated
        : formatString(strings.contextUsageError, Math.max(MIN_PERCENT, Math.ceil(medianError * 100)));
  }

  #row(name: string, tokens: number, whole = ''): HTMLElement {
    const shown = element('span', 'context-usage-name', ...visibleNodes(name, this.#strings));
    shown.title = visibleText(whole);
    return element('li', '', shown, ' ', element('span', 'context-usage-tokens', formatTokens(tokens)));
  }
}
