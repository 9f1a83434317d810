import { MAX_QUERY_CHARS } from '../../protocol/history.ts';
import { button, iconButton, setButtonName } from '../buttons.ts';
import type { Composition } from '../composition.ts';
import { element, openDetailsAround, statusLine } from '../dom.ts';
import { formatCount } from '../format.ts';
import { icon } from '../icons.ts';
import { isCtrlCmdHeld, isMac, letterOf, listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import { TextBox } from '../textBox.ts';
import { createFindPattern } from './findMatches.ts';
import { MatchHighlighter, toLiveRange } from './matchHighlighter.ts';

/** Number of frames in which a match is scrolled into view: content that is laid out only now may move it. */
const REVEAL_FRAMES = 3;

interface FindTarget {
  /** Element that contains the turns, inside the scroller `log`. */
  turns: HTMLElement;
  log: HTMLElement;
  /** Scrolls `log` to a position, in px. */
  place: { scrollTo(top: number): void };
  /** Focuses the panel's default element. */
  focusDefault(): void;
  composition: Composition;
}

/** Find in the conversation, like the find widget of VS Code's editors. */
export class FindWidget {
  readonly element: HTMLElement;
  readonly #target: FindTarget;
  readonly #box: TextBox<HTMLInputElement>;
  readonly #count = statusLine('find-count');
  readonly #matchCase: HTMLButtonElement;
  readonly #matches: MatchHighlighter;
  #focusedBefore: Element | null = null;
  /** Scroll position when the search started, in px from the top of the turns. */
  #origin = 0;

  constructor(target: FindTarget) {
    this.#target = target;
    this.#matches = new MatchHighlighter(target.turns, () => this.#showCount());
    const input = element('input');
    input.type = 'text';
    input.ariaLabel = t('Find');
    input.placeholder = t('Find');
    input.dir = 'auto';
    input.spellcheck = false;
    // The expression of a long one can be too large for the browser.
    input.maxLength = MAX_QUERY_CHARS;
    input.addEventListener('input', () => this.#search());
    this.#box = new TextBox(target.composition, input);
    this.#matchCase = button('icon-button', icon('case-sensitive'));
    setButtonName(this.#matchCase, t('Match Case'));
    this.#matchCase.ariaPressed = 'false';
    this.#matchCase.addEventListener('click', () => this.#toggleCase());
    const previous = iconButton(t('Previous Match'), icon('arrow-up'));
    previous.addEventListener('click', () => this.#step(-1));
    const next = iconButton(t('Next Match'), icon('arrow-down'));
    next.addEventListener('click', () => this.#step(1));
    const close = iconButton(t('Close'), icon('close'));
    close.addEventListener('click', () => this.close());
    this.element = element(
      'search',
      'find',
      element('div', 'search-box find-box', input, this.#matchCase),
      element('div', 'find-row', this.#count, previous, next, close),
    );
    this.element.ariaLabel = t('Find');
    this.element.hidden = true;
    listenForKeys(this.element, (event) => this.#onKeydown(event));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Focuses the widget. A selection in the conversation becomes the query. */
  open(): void {
    const { turns, log } = this.#target;
    if (!this.isOpen) {
      this.#focusedBefore = document.activeElement;
      this.#origin = log.getBoundingClientRect().top - turns.getBoundingClientRect().top;
      this.element.hidden = false;
    }
    const selected = selectionIn(turns);
    this.#box.focus();
    this.#box.change((box) => {
      const query = selected === '' ? this.#box.value : selected;
      box.set(query, 0, query.length);
      this.#search();
    });
  }

  /** Opens the widget and searches for a text, starting at a turn or at the first one. */
  openWith(text: string, turn: HTMLElement | undefined): void {
    this.open();
    const top = this.#target.turns.getBoundingClientRect().top;
    this.#origin = turn === undefined ? 0 : turn.getBoundingClientRect().top - top + 1;
    this.#box.change((box) => {
      box.set(text);
      this.#search();
    });
  }

  /** Removes all highlights and restores the focus. */
  close(): void {
    if (!this.isOpen) {
      return;
    }
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#matches.search(undefined, 0);
    if (hadFocus) {
      const before = this.#focusedBefore;
      if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
        before.focus({ preventScroll: true });
      } else {
        this.#target.focusDefault();
      }
    }
  }

  /** Moves to the next or previous match, or opens the widget. */
  step(delta: 1 | -1): void {
    if (this.isOpen) {
      this.#step(delta);
    } else {
      this.open();
    }
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.close();
    } else if (event.key === 'Enter' && event.target === this.#box.field) {
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
    const pattern = createFindPattern(this.#box.value, this.#matchCase.ariaPressed === 'true');
    this.#matches.search(pattern, this.#origin);
    this.#showCount();
    this.#reveal(REVEAL_FRAMES);
  }

  #step(delta: 1 | -1): void {
    this.#matches.step(delta);
    this.#showCount();
    this.#reveal(REVEAL_FRAMES);
  }

  #showCount(): void {
    const { count, position, isTruncated } = this.#matches;
    const isNotFound = this.#box.value.trim() !== '' && count === 0;
    this.element.classList.toggle('find-nothing', isNotFound);
    const total = formatCount(count) + (isTruncated ? '+' : '');
    this.#count.textContent = isNotFound
      ? t('No results')
      : count === 0
        ? ''
        : t('{0} of {1}', position, total);
  }

  /** Scrolls the current match into view unless it is visible. */
  #reveal(frames: number): void {
    const { current } = this.#matches;
    if (current === undefined || frames === 0) {
      return;
    }
    const { log, place } = this.#target;
    openDetailsAround(current.startContainer);
    const match = toLiveRange(current).getBoundingClientRect();
    const view = log.getBoundingClientRect();
    if (match.top < this.element.getBoundingClientRect().bottom || match.bottom > view.bottom) {
      place.scrollTo(log.scrollTop + match.top - view.top - view.height / 3);
    }
    const scroller = current.startContainer.parentElement?.closest('pre, .table');
    const box = scroller?.getBoundingClientRect();
    if (scroller && box && (match.left < box.left || match.right > box.right)) {
      scroller.scrollLeft += match.left - box.left - box.width / 3;
    }
    requestAnimationFrame(() => this.#reveal(frames - 1));
  }
}

/** Selected text in `root` if it is short and on one line, else empty. */
function selectionIn(root: HTMLElement): string {
  const selection = document.getSelection();
  const text = selection?.toString().trim() ?? '';
  const isHere = selection?.anchorNode && root.contains(selection.anchorNode);
  return isHere && text.length <= MAX_QUERY_CHARS && !text.includes('\n') ? text : '';
}

/**
 * Handles VS Code's find keys anywhere in the panel and stops the events: VS Code would open find in a text editor.
 * @param canFind returns whether there is text to search
 */
export function listenForFindKeys(find: FindWidget, canFind: () => boolean): void {
  listenForKeys(document, (event) => {
    const action = actionOf(event, find);
    if (action !== undefined && canFind()) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  });
}

function actionOf(event: KeyboardEvent, find: FindWidget): (() => void) | undefined {
  const isPrimary = isCtrlCmdHeld(event);
  const delta = event.shiftKey ? -1 : 1;
  if (isPrimary && !event.shiftKey && letterOf(event) === 'f') {
    return () => find.open();
  }
  if (event.key === 'F3' || (isMac() && isPrimary && letterOf(event) === 'g')) {
    return () => find.step(delta);
  }
  return undefined;
}
