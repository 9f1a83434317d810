import { formatTokens } from '../core/tokens.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { ModelView } from '../protocol/views.ts';
import { element } from './dom.ts';
import { fill } from './format.ts';

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

/** How much of the model's context window the last exchange took: a ring, and figures where there is room. */
export class ContextRing {
  readonly element = element('div', 'context');
  readonly #strings: PanelStrings;
  readonly #used = circle('ring-used');
  readonly #figures = element('span', 'context-figures');

  constructor(strings: PanelStrings) {
    this.#strings = strings;
    const ring = document.createElementNS(SVG, 'svg');
    ring.setAttribute('viewBox', '0 0 16 16');
    ring.setAttribute('class', 'ring');
    ring.append(circle('ring-track'), this.#used);
    this.element.append(ring, this.#figures);
    this.element.role = 'img';
    this.element.hidden = true;
  }

  show({ contextWindow, usedTokens }: ModelView): void {
    const isKnown = contextWindow !== undefined && contextWindow > 0 && usedTokens !== undefined;
    this.element.hidden = !isKnown;
    if (!isKnown) {
      return;
    }
    const figures = [formatTokens(usedTokens), formatTokens(contextWindow)];
    const name = fill(this.#strings.contextUsed, ...figures);
    this.element.ariaLabel = name;
    this.element.title = name;
    this.#figures.textContent = fill(this.#strings.contextShort, ...figures);
    const share = Math.min(1, usedTokens / contextWindow);
    this.#used.setAttribute('stroke-dasharray', `${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`);
  }
}
