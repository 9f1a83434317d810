import { element } from './dom.ts';
import { highlight, type Run } from './highlight.ts';

function nodeOf({ kind, text }: Run): Node {
  return kind === 'plain' ? document.createTextNode(text) : element('span', `token-${kind}`, text);
}

function isSame(one: Run | undefined, other: Run | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && one.text === other.text;
}

/** The coloured text of a code block. As it grows, the nodes of the runs that stay the same stay. */
export class CodeText {
  readonly element = element('code');
  readonly #language: string;
  #runs: Run[] = [];

  constructor(language: string) {
    this.#language = language;
  }

  update(code: string): void {
    const runs = highlight(code, this.#language);
    let kept = 0;
    while (isSame(this.#runs[kept], runs[kept])) {
      kept++;
    }
    while (this.element.childNodes.length > kept) {
      this.element.lastChild?.remove();
    }
    this.element.append(...runs.slice(kept).map(nodeOf));
    this.#runs = runs;
  }
}
