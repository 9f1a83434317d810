import { button, iconButton, setButtonName } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { formatCount, formatString } from '../format.ts';
import { icon } from '../icons.ts';
import { isCtrlCmdHeld, isMac } from '../keyboard.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { createFindPattern } from './findMatches.ts';
import { MatchHighlighter, toLiveRange } from './matchHighlighter.ts';

/** A selection is looked for when it is no longer than this. Characters. */
const MAX_SELECTION_CHARS = 200;
/** How often the place of a match is looked up, a frame each: what comes into view there may be laid out only then. */
const REVEAL_FRAMES = 3;

interface FindTarget {
  /** The element in which the turns are, in the scroller `log`. */
  turns: HTMLElement;
  log: HTMLElement;
  /** Scrolls `log` to a place that the reader wants to see, in px. */
  follow: { scrollTo(top: number): void };
}

/** Find in the conversation, as VS Code's editors do it. */
export class FindWidget {
  readonly element: HTMLElement;
  readonly #strings: ViewDeps['strings'];
  readonly #searched: FindTarget;
  readonly #input = element('input');
  readonly #count = statusLine('find-count');
  readonly #matchCase: HTMLButtonElement;
  readonly #matches: MatchHighlighter;
  /** Puts the keyboard where it is when nothing else has it. */
  focusDefault = (): void => this.#searched.log.focus({ preventScroll: true });
  /** What had the keyboard before. */
  #before: Element | null = null;
  /** Where the reader was when the search began, in px from the beginning of the turns. */
  #origin = 0;

  constructor({ strings }: ViewDeps, searched: FindTarget) {
    this.#strings = strings;
    this.#searched = searched;
    this.#matches = new MatchHighlighter(searched.turns, () => this.#showCount());
    this.#input.type = 'text';
    this.#input.ariaLabel = strings.find;
    this.#input.placeholder = strings.find;
    this.#input.dir = 'auto';
    this.#input.spellcheck = false;
    this.#input.addEventListener('input', () => this.#search());
    this.#matchCase = button('icon-button', icon('case-sensitive'));
    setButtonName(this.#matchCase, strings.matchCase);
    this.#matchCase.ariaPressed = 'false';
    this.#matchCase.addEventListener('click', () => this.#toggleCase());
    const previous = iconButton(strings.previousMatch, icon('arrow-up'));
    previous.addEventListener('click', () => this.#step(-1));
    const next = iconButton(strings.nextMatch, icon('arrow-down'));
    next.addEventListener('click', () => this.#step(1));
    const close = iconButton(strings.close, icon('close'));
    close.addEventListener('click', () => this.close());
    this.element = element(
      'search',
      'find',
      element('div', 'search-box find-box', this.#input, this.#matchCase),
      element('div', 'find-row', this.#count, previous, next, close),
    );
    this.element.ariaLabel = strings.find;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Puts the keyboard into the widget. What is selected in the conversation is looked for. */
  open(): void {
    const { turns, log } = this.#searched;
    if (!this.isOpen) {
      this.#before = document.activeElement;
      this.#origin = log.getBoundingClientRect().top - turns.getBoundingClientRect().top;
      this.element.hidden = false;
    }
    const selected = selectionIn(turns);
    if (selected !== '') {
      this.#input.value = selected;
    }
    this.#input.focus();
    this.#input.select();
    this.#search();
  }

  /** Looks for a text, from a turn on or from the first; the keyboard is put into the widget. */
  openWith(text: string, turn: HTMLElement | undefined): void {
    this.open();
    const top = this.#searched.turns.getBoundingClientRect().top;
    this.#origin = turn === undefined ? 0 : turn.getBoundingClientRect().top - top + 1;
    this.#input.value = text;
    this.#search();
  }

  /** Takes all marks away and gives the keyboard back. */
  close(): void {
    if (!this.isOpen) {
      return;
    }
    const hadKeyboard = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#matches.search(undefined, 0);
    if (hadKeyboard) {
      const before = this.#before;
      if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
        before.focus({ preventScroll: true });
      } else {
        this.focusDefault();
      }
    }
  }

  /** F3 and Shift+F3, from wherever in the panel. */
  step(by: 1 | -1): void {
    if (this.isOpen) {
      this.#step(by);
    } else {
      this.open();
    }
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.isComposing) {
      return;
    }
    if (event.key === 'Escape') {
      this.close();
    } else if (event.key === 'Enter' && event.target === this.#input) {
      this.#step(event.shiftKey ? -1 : 1);
    } else if (event.altKey && event.code === 'KeyC') {
      this.#toggleCase();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #toggleCase(): void {
    this.#matchCase.ariaPressed = String(this.#matchCase.ariaPressed !== 'true');
    this.#search();
  }

  #search(): void {
    const pattern = createFindPattern(this.#input.value, this.#matchCase.ariaPressed === 'true');
    this.#matches.search(pattern, this.#origin);
    this.#showCount();
    this.#reveal(REVEAL_FRAMES);
  }

  #step(by: 1 | -1): void {
    this.#matches.step(by);
    this.#showCount();
    this.#reveal(REVEAL_FRAMES);
  }

  #showCount(): void {
    const { findCount, noMatches } = this.#strings;
    const { count, position, isTruncated } = this.#matches;
    const isNothing = this.#input.value.trim() !== '' && count === 0;
    this.element.classList.toggle('find-nothing', isNothing);
    const total = formatCount(count) + (isTruncated ? '+' : '');
    this.#count.textContent = isNothing
      ? noMatches
      : count === 0
        ? ''
        : formatString(findCount, position, total);
  }

  /** Scrolls the current match to where it can be seen, unless it is seen already. */
  #reveal(frames: number): void {
    const { current } = this.#matches;
    if (current === undefined || frames === 0) {
      return;
    }
    const { log, follow } = this.#searched;
    const place = toLiveRange(current).getBoundingClientRect();
    const view = log.getBoundingClientRect();
    if (place.top < this.element.getBoundingClientRect().bottom || place.bottom > view.bottom) {
      follow.scrollTo(log.scrollTop + place.top - view.top - view.height / 3);
    }
    const sideways = current.startContainer.parentElement?.closest('pre, .table');
    const box = sideways?.getBoundingClientRect();
    if (sideways && box && (place.left < box.left || place.right > box.right)) {
      sideways.scrollLeft += place.left - box.left - box.width / 3;
    }
    requestAnimationFrame(() => this.#reveal(frames - 1));
  }
}

/** What is selected below `root`, where it is short and within a line. */
function selectionIn(root: HTMLElement): string {
  const selection = document.getSelection();
  const text = selection?.toString().trim() ?? '';
  const isHere = selection?.anchorNode && root.contains(selection.anchorNode);
  return isHere && text.length <= MAX_SELECTION_CHARS && !text.includes('\n') ? text : '';
}

/**
 * The keys of VS Code's find, from wherever in the panel. They are kept from VS Code, which would look for them in
 * the text editor beside.
 * @param hasText whether there is anything to look through
 */
export function listenForFindKeys(find: FindWidget, hasText: () => boolean): void {
  document.addEventListener('keydown', (event) => {
    const act = actionOf(event, find);
    if (act !== undefined && hasText()) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  });
}

function actionOf(event: KeyboardEvent, find: FindWidget): (() => void) | undefined {
  const isPrimary = isCtrlCmdHeld(event);
  const by = event.shiftKey ? -1 : 1;
  if (isPrimary && !event.shiftKey && event.key.toLowerCase() === 'f') {
    return () => find.open();
  }
  if (event.key === 'F3' || (isMac() && isPrimary && event.key.toLowerCase() === 'g')) {
    return () => find.step(by);
  }
  return undefined;
}
