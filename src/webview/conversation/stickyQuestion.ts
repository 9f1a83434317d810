import { element } from '../dom.ts';
import { FrameTask } from '../frameTask.ts';
import type { Exchange } from './turnGroups.ts';

/** Height that is left of a question when its copy appears at the top, in px. */
const REST_PX = 20;
/** Part of the visible text that the copy may cover. */
const MAX_COVERED_PART = 1 / 3;

interface StickyTarget {
  /** The scroller, and the element inside it whose size changes. */
  log: HTMLElement;
  turns: HTMLElement;
  /** Returns the exchange at a height, in px of the viewport. */
  exchangeAt(top: number): Exchange | undefined;
  reveal(question: HTMLElement): void;
  /** Scrolls `log` to a position, in px. */
  scrollTo(top: number): void;
}

/**
 * Shows the question of the reply that is being read above the text, like sticky scroll in VS Code's chat view. The next
 * question pushes it out of view.
 *
 * The scroller is clipped under it: the panel is transparent and doesn't know the color behind it, which depends on the
 * part of VS Code's window that it is in.
 */
export class StickyQuestion {
  readonly element: HTMLElement;
  readonly #target: StickyTarget;
  readonly #card = element('div', 'sticky-card');
  readonly #update = new FrameTask(() => this.#show());
  #question: HTMLElement | undefined;

  constructor(target: StickyTarget) {
    const { log, turns } = target;
    this.#target = target;
    this.element = element('div', 'sticky-question', this.#card);
    this.element.hidden = true;
    // Only for the mouse: screen readers and the keyboard have the question itself.
    this.element.ariaHidden = 'true';
    this.#card.addEventListener('click', () => this.#question && target.reveal(this.#question));
    // The element is not in the scroller, which would clip it too.
    this.element.addEventListener('wheel', ({ deltaY }) => target.scrollTo(log.scrollTop + deltaY), {
      passive: true,
    });
    log.addEventListener('scroll', () => this.#update.schedule(), { passive: true });
    // The layout is up to date here: in a frame callback, reading it could force one.
    const observer = new ResizeObserver(() => this.#show());
    observer.observe(log);
    observer.observe(turns);
  }

  #show(): void {
    const { log, exchangeAt } = this.#target;
    const view = log.getBoundingClientRect();
    const exchange = exchangeAt(view.top);
    const rest = exchange === undefined ? 0 : exchange.turn.getBoundingClientRect().bottom - view.top;
    const isRead = exchange !== undefined && (exchange.turn !== exchange.question || rest <= REST_PX);
    this.#setQuestion(isRead ? exchange.question : undefined);
    const height = this.element.offsetHeight;
    // The next question is measured only if it may be near: that may lay out skipped turns.
    const nextTop =
      rest > view.height ? undefined : exchange?.next && exchange.next.getBoundingClientRect().top - view.top;
    const covered =
      height > view.height * MAX_COVERED_PART ? 0 : Math.max(0, Math.min(height, nextTop ?? height));
    this.element.style.translate = `0 ${covered - height}px`;
    log.style.setProperty('--covered', `${covered}px`);
    log.classList.toggle('covered', covered > 0);
  }

  /** Shows a copy of the question's text or, if it has none, the names of its attachments. */
  #setQuestion(question: HTMLElement | undefined): void {
    if (question !== this.#question) {
      this.#question = question;
      this.element.hidden = question === undefined;
      this.#card.replaceChildren(
        ...(question === undefined ? [] : [element('div', 'sticky-text', ...copyText(question))]),
      );
    }
  }
}

function copyText(question: HTMLElement): (Node | string)[] {
  const text = question.querySelector('.question-text');
  const names = [...question.querySelectorAll('.chip-file')].map(({ textContent }) => textContent);
  return text === null ? [names.join(', ')] : [...text.childNodes].map((node) => node.cloneNode(true));
}
