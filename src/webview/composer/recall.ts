import { element } from '../dom.ts';
import { hasNoModifiers } from '../keyboard.ts';
import type { ComposerText } from './composerText.ts';

/** Brings back the questions that were asked, by the arrow keys in a text that is empty or brought back itself. */
export class Recall {
  readonly #text: ComposerText;
  #questions: readonly string[] = [];
  /** What is shown of them, and what stood there before. */
  #recalled: { question: string; unsent: string } | undefined;

  constructor(text: ComposerText) {
    this.#text = text;
  }

  /** @param questions the newest first */
  setQuestions(questions: readonly string[]): void {
    this.#questions = questions;
  }

  /** @returns whether the key was meant for it */
  handleKeydown(event: KeyboardEvent): boolean {
    const { element: box } = this.#text;
    if (!hasNoModifiers(event) || event.isComposing || box.selectionStart !== box.selectionEnd) {
      return false;
    }
    // One that was changed is a text like any other.
    if (this.#recalled?.question !== this.#text.value) {
      this.#recalled = undefined;
    }
    if (event.key === 'ArrowUp') {
      return this.#recallOlder();
    }
    return event.key === 'ArrowDown' && this.#recallNewer();
  }

  get #index(): number {
    return this.#recalled === undefined ? -1 : this.#questions.indexOf(this.#recalled.question);
  }

  #recallOlder(): boolean {
    const { element: box, value } = this.#text;
    const question = this.#questions[this.#index + 1];
    const isFree = this.#recalled !== undefined || value.trim() === '';
    if (question === undefined || !isFree || !measureCaretLine(box).isFirst) {
      return false;
    }
    this.#recalled = { question, unsent: this.#recalled?.unsent ?? value };
    this.#text.setText(question);
    // On the first line, where the same key goes on.
    const lineEnd = /^.*/.exec(question)?.[0].length ?? 0;
    const caret = measureCaretLine(box, lineEnd).isFirst ? lineEnd : 0;
    box.setSelectionRange(caret, caret);
    return true;
  }

  #recallNewer(): boolean {
    if (this.#recalled === undefined || !measureCaretLine(this.#text.element).isLast) {
      return false;
    }
    const { unsent } = this.#recalled;
    const question = this.#questions[this.#index - 1];
    this.#recalled = question === undefined ? undefined : { question, unsent };
    this.#text.setText(question ?? unsent);
    return true;
  }
}

const COPIED = [
  'direction',
  'font',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'tabSize',
  'wordSpacing',
] as const;

/**
 * Which of the lines that are seen a place in a text of many lines is on, from the first and from the last: a long
 * line may be seen as several. The browser does not say it, so the text is laid out once more, out of sight.
 * @param caret in characters from 0
 */
function measureCaretLine(
  box: HTMLTextAreaElement,
  caret = box.selectionStart,
): { isFirst: boolean; isLast: boolean } {
  const text = box.value;
  const [start, place, end] = [element('span'), element('span'), element('span')];
  const copy = element('div', '', start, text.slice(0, caret), place, text.slice(caret), end);
  const style = getComputedStyle(box);
  for (const name of COPIED) {
    copy.style[name] = style[name];
  }
  copy.style.whiteSpace = 'pre-wrap';
  copy.style.inlineSize = `${box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)}px`;
  for (const mark of [start, place, end]) {
    // Without width, yet with a place on its line.
    mark.textContent = '\u200b';
  }
  const frame = element('div', 'visually-hidden', copy);
  document.body.append(frame);
  const top = (mark: HTMLElement): number => Math.round(mark.getBoundingClientRect().top);
  const found = { isFirst: top(place) === top(start), isLast: top(place) === top(end) };
  frame.remove();
  return found;
}
