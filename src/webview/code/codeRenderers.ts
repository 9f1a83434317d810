import { hasHiddenAtBoundary } from '../../core/hiddenCharacters.ts';
import {
  isSameVisible,
  type VisiblePiece,
  visiblePieces,
  visiblePiecesOfAll,
} from '../../core/visibleText.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import type { LineStyle } from '../viewDeps.ts';
import { nodesOfPieces } from '../visibleNodes.ts';
import { IncrementalHighlighter, type TokenKind } from './highlight.ts';

/** Draws the text of a code block into its element, as it grows. */
export interface CodeRenderer {
  /** The text goes on with this. */
  append(text: string): void;
}

/** A piece of code of one kind, as it is shown. */
interface VisibleRun {
  kind: TokenKind;
  pieces: readonly VisiblePiece[];
}

/** Draws code in the colours of the theme's kind. As it grows, only the runs at its end are drawn again. */
export class HighlightRenderer implements CodeRenderer {
  readonly #element: HTMLElement;
  readonly #strings: PanelStrings;
  readonly #highlight: IncrementalHighlighter;
  /** Drawn at the end, and drawn again with the next piece. */
  #open: { run: VisibleRun; node: Node }[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement, language: string, strings: PanelStrings) {
    this.#element = code;
    this.#strings = strings;
    this.#highlight = new IncrementalHighlighter(language);
  }

  append(text: string): void {
    const { done, open } = this.#highlight.append(text);
    const all = [...done, ...open];
    const parts = visiblePiecesOfAll(all.map((run) => run.text));
    const runs = all.map(({ kind }, index): VisibleRun => ({ kind, pieces: parts[index] ?? [] }));
    let kept = 0;
    while (kept < this.#open.length && isSameRun(this.#open[kept]?.run, runs[kept])) {
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
  const nodes = nodesOfPieces(pieces, strings);
  const [first] = nodes;
  return kind === 'plain' && nodes.length === 1 && first instanceof Text
    ? first
    : element('span', kind === 'plain' ? '' : `token-${kind}`, ...nodes);
}

function isSameRun(one: VisibleRun | undefined, other: VisibleRun | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && isSameVisible(one.pieces, other.pieces);
}

interface RenderedLine {
  /** With its end. */
  text: string;
  /** What it was drawn with, to see whether it changes. */
  style: LineStyle;
  nodes: ChildNode[];
}

/** Draws code line by line: at once without colours, and each line again when its colours come. */
export class ThemeRenderer implements CodeRenderer {
  readonly #element: HTMLElement;
  readonly #strings: PanelStrings;
  readonly #lines: RenderedLine[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement, strings: PanelStrings) {
    this.#element = code;
    this.#strings = strings;
  }

  append(text: string): void {
    const [rest = '', ...others] = text.split(/(?<=\n)/);
    const last = this.#lines.at(-1);
    if (last === undefined || last.text.endsWith('\n')) {
      this.#add(rest);
    } else {
      const isAtSeam = hasHiddenAtBoundary(last.text, rest);
      last.text += rest;
      last.style = [...last.style, { length: rest.length, className: '' }];
      if (isAtSeam) {
        this.#renderLine(last);
      } else {
        const nodes = this.#nodes(visiblePieces(rest), '');
        this.#element.append(...nodes);
        last.nodes.push(...nodes);
      }
    }
    for (const line of others) {
      this.#add(line);
    }
  }

  /** The colours of a line; it may have grown since they were found. */
  paintLine(index: number, style: LineStyle): void {
    const line = this.#lines[index];
    if (line === undefined) {
      return;
    }
    line.style = style;
    this.#renderLine(line);
  }

  /** Whether a line has these colours already. */
  hasStyle(index: number, style: LineStyle): boolean {
    const drawn = this.#lines[index]?.style;
    return (
      drawn?.length === style.length &&
      drawn.every(({ length, className }, at) => {
        const piece = style[at];
        return piece?.length === length && piece.className === className;
      })
    );
  }

  #renderLine(line: RenderedLine): void {
    let at = 0;
    const texts = line.style.map(({ length }) => {
      at += length;
      return line.text.slice(at - length, at);
    });
    const nodes = visiblePiecesOfAll([...texts, line.text.slice(at)]).flatMap((pieces, index) =>
      this.#nodes(pieces, line.style[index]?.className ?? ''),
    );
    line.nodes[0]?.before(...nodes);
    for (const node of line.nodes) {
      node.remove();
    }
    line.nodes = nodes;
  }

  #add(text: string): void {
    if (text !== '') {
      const nodes = this.#nodes(visiblePieces(text), '');
      this.#element.append(...nodes);
      this.#lines.push({ text, style: [], nodes });
    }
  }

  #nodes(pieces: readonly VisiblePiece[], className: string): ChildNode[] {
    const nodes = nodesOfPieces(pieces, this.#strings);
    return className === '' || pieces.length === 0 ? nodes : [element('span', className, ...nodes)];
  }
}
