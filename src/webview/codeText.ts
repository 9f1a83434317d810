import { codeOf } from '../core/codeBlocks.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { element } from './dom.ts';
import { GrowingHighlight } from './growingHighlight.ts';
import { visibleNodes } from './hiddenMarks.ts';
import type { Run } from './highlight.ts';

/** Exactly one node for each run, so that the runs that stay can be counted by their nodes. */
function nodeOf({ kind, text }: Run, strings: PanelStrings): Node {
  const nodes = visibleNodes(text, strings);
  const [first] = nodes;
  return kind === 'plain' && nodes.length === 1 && first instanceof Text
    ? first
    : element('span', kind === 'plain' ? '' : `token-${kind}`, ...nodes);
}

/** The coloured text of a code block. As it grows, only the runs at its end are drawn again. */
export class CodeText {
  readonly element = element('code');
  readonly #language: string;
  readonly #strings: PanelStrings;
  #highlight: GrowingHighlight;
  #shown = '';
  /** The line end that closes the last line is shown when a line follows it. */
  #heldLineEnd = '';
  /** Drawn at the end, and drawn again with the next piece. */
  #open: { run: Run; node: Node }[] = [];

  constructor(language: string, strings: PanelStrings) {
    this.#language = language;
    this.#strings = strings;
    this.#highlight = new GrowingHighlight(language);
  }

  /** Shows the content of a code block, which ends in a line end or has none to show. */
  update(content: string): void {
    const code = codeOf({ content });
    if (!code.startsWith(this.#shown)) {
      this.#highlight = new GrowingHighlight(this.#language);
      this.#shown = '';
      this.#open = [];
      this.element.replaceChildren();
    }
    this.#heldLineEnd = content.slice(code.length);
    this.#append(code.slice(this.#shown.length));
  }

  /** The content grew by this. */
  append(piece: string): void {
    const text = this.#heldLineEnd + piece;
    const code = codeOf({ content: text });
    this.#heldLineEnd = text.slice(code.length);
    this.#append(code);
  }

  #append(text: string): void {
    if (text === '') {
      return;
    }
    this.#shown += text;
    const { done, open } = this.#highlight.append(text);
    const runs = [...done, ...open];
    let kept = 0;
    while (kept < this.#open.length && isSame(this.#open[kept]?.run, runs[kept])) {
      kept++;
    }
    for (const { node } of this.#open.slice(kept)) {
      this.element.removeChild(node);
    }
    const added = runs.slice(kept).map((run) => ({ run, node: nodeOf(run, this.#strings) }));
    this.element.append(...added.map(({ node }) => node));
    this.#open = [...this.#open.slice(0, kept), ...added].slice(done.length);
  }
}

function isSame(one: Run | undefined, other: Run | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && one.text === other.text;
}
