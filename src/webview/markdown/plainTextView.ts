import { characterEnd } from '../../base/characterEnd.ts';
import { visibleText } from '../../core/visibleText.ts';
import { element } from '../dom.ts';
import { growText } from '../visibleNodes.ts';

/** Length of a part, in UTF-16 code units: it closes at the first line end after the minimum, else at the maximum. */
const MIN_PART_CHARS = 4000;
const MAX_PART_CHARS = 16_000;

/** Shows a growing reply that can't be rendered as Markdown. Only its last part is updated. */
export class PlainTextView {
  readonly element = element('div', 'plain-text');
  #last = element('div');
  /** The text of the last part. */
  #text = '';

  constructor() {
    this.element.append(this.#last);
  }

  append(added: string): void {
    this.#text += added;
    for (let end = partEnd(this.#text); end > 0; end = partEnd(this.#text)) {
      this.#show(this.#text.slice(0, end).replace(/\n$/, ''));
      this.#text = this.#text.slice(end);
      this.#last = element('div');
      this.element.append(this.#last);
    }
    this.#show(this.#text);
  }

  #show(text: string): void {
    const shown = visibleText(text);
    if (!growText(this.#last.firstChild ?? undefined, [{ text: shown }])) {
      this.#last.textContent = shown;
    }
  }
}

/** Where the first part of a text ends; 0 if it may still grow. */
function partEnd(text: string): number {
  const lineEnd = text.indexOf('\n', MIN_PART_CHARS) + 1;
  const end = lineEnd === 0 || lineEnd > MAX_PART_CHARS ? characterEnd(text, MAX_PART_CHARS) : lineEnd;
  return end < text.length || end === lineEnd ? end : 0;
}
