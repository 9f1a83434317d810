import type { PanelStrings } from '../protocol/strings.ts';
import { element } from './dom.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { highlight, type Run } from './highlight.ts';

/** Exactly one node for each run, so that the runs that stay can be counted by their nodes. */
function nodeOf({ kind, text }: Run, strings: PanelStrings): Node {
  const nodes = visibleNodes(text, strings);
  const [first] = nodes;
  return kind === 'plain' && nodes.length === 1 && first instanceof Text
    ? first
    : element('span', kind === 'plain' ? '' : `token-${kind}`, ...nodes);
}

function isSame(one: Run | undefined, other: Run | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && one.text === other.text;
}

/** The coloured text of a code block. As it grows, the nodes of the runs that stay the same stay. */
export class CodeText {
  readonly element = element('code');
  readonly #language: string;
  readonly #strings: PanelStrings;
  #runs: Run[] = [];

  constructor(language: string, strings: PanelStrings) {
    this.#language = language;
    this.#strings = strings;
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
    this.element.append(...runs.slice(kept).map((run) => nodeOf(run, this.#strings)));
    this.#runs = runs;
  }
}
