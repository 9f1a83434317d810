import { hasHiddenAtBoundary } from '../../core/hiddenCharacters.ts';
import { type VisiblePiece, visiblePieces, visiblePiecesOfAll } from '../../core/visibleText.ts';
import { element } from '../dom.ts';
import type { LineStyle } from '../viewDeps.ts';
import { nodesOfPieces } from '../visibleNodes.ts';
import { CodeParts } from './codeParts.ts';

/** The browser shapes a text node as a whole whenever it grows: a line of 1 MB would take 40 ms each time. */
const MAX_GROWING_CHARS = 8000;

interface RenderedLine {
  /** Includes the line end. */
  text: string;
  /** The style that it is rendered with. */
  style: LineStyle;
  nodes: ChildNode[];
}

/** Renders growing code line by line: first without colors, and again when the colors of a line arrive. */
export class CodeLines {
  readonly #parts: CodeParts;
  readonly #lines: RenderedLine[] = [];

  /** @param code an empty element */
  constructor(code: HTMLElement) {
    this.#parts = new CodeParts(code);
  }

  append(text: string): void {
    const [rest = '', ...others] = text.split(/(?<=\n)/);
    const last = this.#lines.at(-1);
    if (last === undefined || last.text.endsWith('\n')) {
      this.#add(rest);
    } else {
      const isHiddenAtBoundary = hasHiddenAtBoundary(last.text, rest);
      last.text += rest;
      if (isHiddenAtBoundary) {
        this.#renderLine(last);
      } else {
        this.#grow(last, visiblePieces(rest, 'code'));
      }
      this.#parts.endLines(rest.endsWith('\n') ? 1 : 0);
    }
    for (const line of others) {
      this.#add(line);
    }
  }

  /** Colors a line. It may have grown since it was tokenized. */
  paintLine(index: number, style: LineStyle): void {
    const line = this.#lines[index];
    if (line !== undefined) {
      line.style = style;
      this.#renderLine(line);
    }
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

  removeStyles(): void {
    for (const [index, { style }] of this.#lines.entries()) {
      if (style.length > 0) {
        this.paintLine(index, []);
      }
    }
  }

  #renderLine(line: RenderedLine): void {
    let offset = 0;
    const texts = line.style.map(({ length }) => {
      offset += length;
      return line.text.slice(offset - length, offset);
    });
    const nodes = visiblePiecesOfAll([...texts, line.text.slice(offset)], 'code').flatMap((pieces, index) =>
      nodesOf(pieces, line.style[index]?.className ?? ''),
    );
    line.nodes[0]?.before(...nodes);
    for (const node of line.nodes) {
      node.remove();
    }
    line.nodes = nodes;
  }

  #add(text: string): void {
    if (text !== '') {
      const nodes = nodesOfPieces(visiblePieces(text, 'code'));
      this.#parts.append(...nodes);
      this.#parts.endLines(text.endsWith('\n') ? 1 : 0);
      this.#lines.push({ text, style: [], nodes });
    }
  }

  /**
   * The text node at the end grows as far as it may: a node for each piece would be thousands in a long line that is never
   * colored.
   */
  #grow(line: RenderedLine, pieces: readonly VisiblePiece[]): void {
    const [first, ...others] = pieces;
    const end = line.nodes.at(-1);
    const isGrowing =
      end instanceof Text && end.length < MAX_GROWING_CHARS && first !== undefined && 'text' in first;
    if (isGrowing) {
      end.appendData(first.text);
    }
    const nodes = nodesOfPieces(isGrowing ? others : pieces);
    this.#parts.append(...nodes);
    line.nodes.push(...nodes);
  }
}

function nodesOf(pieces: readonly VisiblePiece[], className: string): ChildNode[] {
  const nodes = nodesOfPieces(pieces);
  return className === '' || pieces.length === 0 ? nodes : [element('span', className, ...nodes)];
}
