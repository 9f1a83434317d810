import { element } from '../dom.ts';

/** Number of lines per part: few enough to lay out in a fraction of a frame. */
const LINES_PER_PART = 100;

/**
 * The lines of a code block, in parts if there are many: each is laid out by itself, so that growing code costs what it
 * adds. Most blocks are short and have no parts.
 */
export class CodeParts {
  readonly #code: Element;
  #last: Element;
  #lineCount = 0;

  /** @param code an empty element */
  constructor(code: Element) {
    this.#code = code;
    code.classList.remove('in-parts');
    this.#last = code;
  }

  append(...nodes: readonly Node[]): void {
    if (nodes.length > 0 && this.#lineCount >= LINES_PER_PART) {
      this.#lineCount = 0;
      if (this.#last === this.#code) {
        this.#last = element('span', 'code-part', ...this.#code.childNodes);
        this.#code.append(this.#last);
        this.#code.classList.add('in-parts');
      }
      this.#last = element('span', 'code-part');
      this.#code.append(this.#last);
    }
    this.#last.append(...nodes);
  }

  /** Call when complete lines have been appended, and nothing after them. */
  endLines(count: number): void {
    this.#lineCount += count;
  }
}
