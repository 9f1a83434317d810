import { visibleText } from '../../core/visibleText.ts';
import { element } from '../dom.ts';

/** A part that has at least this length at the end of a line is not touched again. Characters. */
const MIN_PART_CHARS = 4000;

/** A growing text as it is, line by line, for one that cannot be drawn as Markdown. Only its last part is redrawn. */
export class PlainTextView {
  readonly element = element('div', 'plain-text');
  #last = element('div');
  /** Where the last part begins. */
  #begin = 0;

  constructor() {
    this.element.append(this.#last);
  }

  update(text: string): void {
    for (;;) {
      const end = text.indexOf('\n', this.#begin + MIN_PART_CHARS);
      this.#last.textContent = visibleText(text.slice(this.#begin, end < 0 ? undefined : end));
      if (end < 0) {
        return;
      }
      this.#begin = end + 1;
      this.#last = element('div');
      this.element.append(this.#last);
    }
  }
}
