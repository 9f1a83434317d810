import { isSameVisible, type VisiblePiece, visibleParts } from '../../core/visibleText.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import { nodesOf } from '../hiddenMarks.ts';
import type { CodePainter } from './codePainter.ts';
import { GrowingHighlight } from './growingHighlight.ts';
import type { TokenKind } from './highlight.ts';

/** A piece of code of one kind, as it is shown. */
interface VisibleRun {
  kind: TokenKind;
  pieces: readonly VisiblePiece[];
}

/** Draws code in the colours of the theme's kind. As it grows, only the runs at its end are drawn again. */
export class HighlightPainter implements CodePainter {
  readonly #element: HTMLElement;
  readonly #strings: PanelStrings;
  readonly #highlight: GrowingHighlight;
  /** Drawn at the end, and drawn again with the next piece. */
  #open: { run: VisibleRun; node: Node }[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement, language: string, strings: PanelStrings) {
    this.#element = code;
    this.#strings = strings;
    this.#highlight = new GrowingHighlight(language);
  }

  append(text: string): void {
    const { done, open } = this.#highlight.append(text);
    const all = [...done, ...open];
    const parts = visibleParts(all.map((run) => run.text));
    const runs = all.map(({ kind }, index): VisibleRun => ({ kind, pieces: parts[index] ?? [] }));
    let kept = 0;
    while (kept < this.#open.length && isSame(this.#open[kept]?.run, runs[kept])) {
      kept++;
    }
    for (const { node } of this.#open.slice(kept)) {
      this.#element.removeChild(node);
    }
    const added = runs.slice(kept).map((run) => ({ run, node: nodeOf(run, this.#strings) }));
    this.#element.append(...added.map(({ node }) => node));
    this.#open = [...this.#open.slice(0, kept), ...added].slice(done.length);
  }
}

/** Exactly one node for each run, so that the runs that stay can be counted by their nodes. */
function nodeOf({ kind, pieces }: VisibleRun, strings: PanelStrings): Node {
  const nodes = nodesOf(pieces, strings);
  const [first] = nodes;
  return kind === 'plain' && nodes.length === 1 && first instanceof Text
    ? first
    : element('span', kind === 'plain' ? '' : `token-${kind}`, ...nodes);
}

function isSame(one: VisibleRun | undefined, other: VisibleRun | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && isSameVisible(one.pieces, other.pieces);
}
