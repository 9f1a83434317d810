import { hasHiddenAtBoundary } from '../../core/hiddenCharacters.ts';
import {
  isSameVisible,
  type VisiblePiece,
  visiblePieces,
  visiblePiecesOfAll,
} from '../../core/visibleText.ts';
import { element } from '../dom.ts';
import type { LineStyle } from '../viewDeps.ts';
import { growText, nodesOfPieces } from '../visibleNodes.ts';
import { IncrementalHighlighter, type TokenKind } from './highlight.ts';

/** Renders the text of a code block into its element while it grows. */
export interface CodeRenderer {
  append(text: string): void;
}

/** A piece of code of one token kind, with hidden characters marked. */
interface VisibleRun {
  kind: TokenKind;
  pieces: readonly VisiblePiece[];
}

/** Renders code in fixed colors for light and dark themes. As it grows, only the runs at its end are rendered again. */
export class HighlightRenderer implements CodeRenderer {
  readonly #element: HTMLElement;
  readonly #highlight: IncrementalHighlighter;
  /** Runs at the end, which the next piece may change. */
  #open: { run: VisibleRun; node: Node }[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement, language: string) {
    this.#element = code;
    this.#highlight = new IncrementalHighlighter(language);
  }

  append(text: string): void {
    const { done, open } = this.#highlight.append(text);
    const all = [...done, ...open];
    const parts = visiblePiecesOfAll(all.map((run) => run.text));
    const runs = all.map(({ kind }, index): VisibleRun => ({ kind, pieces: parts[index] ?? [] }));
    let unchanged = 0;
    while (unchanged < this.#open.length && isSameRun(this.#open[unchanged]?.run, runs[unchanged])) {
      unchanged++;
    }
    const [growing, grown] = [this.#open[unchanged], runs[unchanged]];
    if (growing?.run.kind === grown?.kind && growing && grown && growText(growing.node, grown.pieces)) {
      growing.run = grown;
      unchanged++;
    }
    for (const { node } of this.#open.slice(unchanged)) {
      this.#element.removeChild(node);
    }
    const added = runs.slice(unchanged).map((run) => ({ run, node: nodeOf(run) }));
    this.#element.append(...added.map(({ node }) => node));
    this.#open = [...this.#open.slice(0, unchanged), ...added].slice(done.length);
  }
}

/** Exactly one node per run, so that nodes and runs can be matched. */
function nodeOf({ kind, pieces }: VisibleRun): Node {
  const nodes = nodesOfPieces(pieces);
  const [first] = nodes;
  return kind === 'plain' && nodes.length === 1 && first instanceof Text
    ? first
    : element('span', kind === 'plain' ? '' : `token-${kind}`, ...nodes);
}

function isSameRun(one: VisibleRun | undefined, other: VisibleRun | undefined): boolean {
  return one !== undefined && one.kind === other?.kind && isSameVisible(one.pieces, other.pieces);
}

interface RenderedLine {
  /** Includes the line end. */
  text: string;
  /** The style that it is rendered with. */
  style: LineStyle;
  nodes: ChildNode[];
}

/** Renders code line by line: first without colors, and again when the colors of a line arrive. */
export class ThemeRenderer implements CodeRenderer {
  readonly #element: HTMLElement;
  readonly #lines: RenderedLine[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement) {
    this.#element = code;
  }

  append(text: string): void {
    const [rest = '', ...others] = text.split(/(?<=\n)/);
    const last = this.#lines.at(-1);
    if (last === undefined || last.text.endsWith('\n')) {
      this.#add(rest);
    } else {
      const isHiddenAtBoundary = hasHiddenAtBoundary(last.text, rest);
      last.text += rest;
      last.style = [...last.style, { length: rest.length, className: '' }];
      if (isHiddenAtBoundary) {
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

  /** Colors a line. It may have grown since it was tokenized. */
  paintLine(index: number, style: LineStyle): void {
    const line = this.#lines[index];
    if (line === undefined) {
      return;
    }
    line.style = style;
    this.#renderLine(line);
  }

  hasStyle(index: number, style: LineStyle): boolean {
    const current = this.#lines[index]?.style;
    return (
      current?.length === style.length &&
      current.every(({ length, className }, pieceIndex) => {
        const piece = style[pieceIndex];
        return piece?.length === length && piece.className === className;
      })
    );
  }

  #renderLine(line: RenderedLine): void {
    let offset = 0;
    const texts = line.style.map(({ length }) => {
      offset += length;
      return line.text.slice(offset - length, offset);
    });
    const nodes = visiblePiecesOfAll([...texts, line.text.slice(offset)]).flatMap((pieces, index) =>
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
    const nodes = nodesOfPieces(pieces);
    return className === '' || pieces.length === 0 ? nodes : [element('span', className, ...nodes)];
  }
}
