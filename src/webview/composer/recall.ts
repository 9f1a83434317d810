import { hasText } from '../../base/hasText.ts';
import { element } from '../dom.ts';
import { hasNoModifiers } from '../keyboard.ts';
import type { ComposerText } from './composerText.ts';

/** Recalls earlier questions with the arrow keys, if the text is empty or a recalled question. */
export class Recall {
  readonly #text: ComposerText;
  #questions: readonly string[] = [];
  /** The recalled question, and the draft before it. */
  #recalled: { question: string; unsent: string } | undefined;

  constructor(text: ComposerText) {
    this.#text = text;
  }

  /** @param questions the newest first */
  setQuestions(questions: readonly string[]): void {
    this.#questions = questions;
  }

  /** Returns whether the key was handled. */
  handleKeydown(event: KeyboardEvent): boolean {
    const { box } = this.#text;
    if (!hasNoModifiers(event) || box.selectionStart !== box.selectionEnd) {
      return false;
    }
    // An edited question is no longer a recalled one.
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
    const { box, value } = this.#text;
    const question = this.#questions[this.#index + 1];
    const canReplace = this.#recalled !== undefined || !hasText(value);
    if (question === undefined || !canReplace || !measureCaretLine(box).isFirst) {
      return false;
    }
    this.#recalled = { question, unsent: this.#recalled?.unsent ?? value };
    this.#text.replaceAll(question);
    // The caret stays on the first visible line, so that pressing the key again recalls the next older question.
    const lineEnd = /^.*/.exec(question)?.[0].length ?? 0;
    const caret = measureCaretLine(box, lineEnd).isFirst ? lineEnd : 0;
    this.#text.change((writer) => writer.select(caret, caret));
    return true;
  }

  #recallNewer(): boolean {
    if (this.#recalled === undefined || !measureCaretLine(this.#text.box).isLast) {
      return false;
    }
    const { unsent } = this.#recalled;
    const question = this.#questions[this.#index - 1];
    this.#recalled = question === undefined ? undefined : { question, unsent };
    this.#text.replaceAll(question ?? unsent);
    return true;
  }
}

const COPIED_STYLES = [
  'direction',
  'font',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'tabSize',
  'wordSpacing',
] as const;

/**
 * Whether the caret is on the first or last visible line; a long line may wrap. Browsers have no API for this, so a
 * hidden copy of the text is laid out.
 * @param caret in UTF-16 code units
 */
function measureCaretLine(
  box: HTMLTextAreaElement,
  caret = box.selectionStart,
): { isFirst: boolean; isLast: boolean } {
  const text = box.value;
  const [start, position, end] = [element('span'), element('span'), element('span')];
  const copy = element('div', '', start, text.slice(0, caret), position, text.slice(caret), end);
  const style = getComputedStyle(box);
  for (const name of COPIED_STYLES) {
    copy.style[name] = style[name];
  }
  copy.style.whiteSpace = 'pre-wrap';
  copy.style.inlineSize = `${box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)}px`;
  for (const mark of [start, position, end]) {
    // A zero-width space has a position on its line.
    mark.textContent = '\u200b';
  }
  const frame = element('div', 'visually-hidden', copy);
  document.body.append(frame);
  const top = (mark: HTMLElement): number => Math.round(mark.getBoundingClientRect().top);
  const caretLine = { isFirst: top(position) === top(start), isLast: top(position) === top(end) };
  frame.remove();
  return caretLine;
}
