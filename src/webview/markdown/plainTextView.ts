import { visibleText } from '../../core/visibleText.ts';
import { element } from '../dom.ts';
import { growText } from '../visibleNodes.ts';

/** Minimum length of a part, in UTF-16 code units. A part closes at the first line end after it. */
const MIN_PART_CHARS = 4000;

/** Shows a growing reply that can't be rendered as Markdown. Only its last part is updated. */
export class PlainTextView {
  readonly element = element('div', 'plain-text');
  #last = element('div');
  /** Offset of the last part. */
  #begin = 0;

  constructor() {
    this.element.append(this.#last);
  }

  update(text: string): void {
    for (;;) {
      const end = text.indexOf('\n', this.#begin + MIN_PART_CHARS);
      const shown = visibleText(text.slice(this.#begin, end < 0 ? undefined : end));
      if (!growText(this.#last.firstChild ?? undefined, [{ text: shown }])) {
        this.#last.textContent = shown;
      }
      if (end < 0) {
        return;
      }
      this.#begin = end + 1;
      this.#last = element('div');
      this.element.append(this.#last);
    }
  }
}
