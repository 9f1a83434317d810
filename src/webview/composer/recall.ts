import { isPlain } from '../keyboard.ts';
import { caretLine } from './caretLine.ts';
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
  show(questions: readonly string[]): void {
    this.#questions = questions;
  }

  /** @returns whether the key was meant for it */
  pressed(event: KeyboardEvent): boolean {
    const { element: box } = this.#text;
    if (!isPlain(event) || event.isComposing || box.selectionStart !== box.selectionEnd) {
      return false;
    }
    // One that was changed is a text like any other.
    if (this.#recalled?.question !== this.#text.value) {
      this.#recalled = undefined;
    }
    if (event.key === 'ArrowUp') {
      return this.#goBack();
    }
    return event.key === 'ArrowDown' && this.#goForward();
  }

  get #index(): number {
    return this.#recalled === undefined ? -1 : this.#questions.indexOf(this.#recalled.question);
  }

  #goBack(): boolean {
    const { element: box, value } = this.#text;
    const question = this.#questions[this.#index + 1];
    const isFree = this.#recalled !== undefined || value.trim() === '';
    if (question === undefined || !isFree || !caretLine(box).isFirst) {
      return false;
    }
    this.#recalled = { question, unsent: this.#recalled?.unsent ?? value };
    this.#text.show(question);
    // On the first line, where the same key goes on.
    const lineEnd = /^.*/.exec(question)?.[0].length ?? 0;
    const caret = caretLine(box, lineEnd).isFirst ? lineEnd : 0;
    box.setSelectionRange(caret, caret);
    return true;
  }

  #goForward(): boolean {
    if (this.#recalled === undefined || !caretLine(this.#text.element).isLast) {
      return false;
    }
    const { unsent } = this.#recalled;
    const question = this.#questions[this.#index - 1];
    this.#recalled = question === undefined ? undefined : { question, unsent };
    this.#text.show(question ?? unsent);
    return true;
  }
}
