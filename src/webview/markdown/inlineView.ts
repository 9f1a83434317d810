import { copyToken, type MarkdownToken } from '../../core/markdown/markdownBlocks.ts';
import { isSameVisible, type VisiblePiece, visiblePiecesOfProse } from '../../core/visibleText.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { growText, nodesOfPieces } from '../visibleNodes.ts';
import { createInlineNodes, isSameInline, textOfToken } from './createInlineNodes.ts';

/** A top-level part of inline content: a piece of text, or an emphasis or link with everything inside. */
interface InlinePart {
  tokens: MarkdownToken[];
  /** Text of each token, with hidden characters marked. */
  visible: VisiblePiece[][];
}

interface RenderedPart extends InlinePart {
  nodes: Node[];
}

function partsOf(tokens: readonly MarkdownToken[]): InlinePart[] {
  const isCode = (index: number): boolean => tokens[index]?.type === 'code_inline';
  const visible = visiblePiecesOfProse(tokens.map(textOfToken), isCode);
  const parts: InlinePart[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (depth === 0) {
      parts.push({ tokens: [], visible: [] });
    }
    const part = parts.at(-1);
    part?.tokens.push(token);
    part?.visible.push(visible[index] ?? []);
    depth = Math.max(0, depth + token.nesting);
  }
  return parts;
}

/** Whether two parts render the same. Equal tokens may not: neighboring parts can decide which characters are hidden. */
function isSamePart(one: InlinePart, other: InlinePart): boolean {
  return (
    isSameInline(one.tokens, other.tokens) &&
    one.visible.every((pieces, index) => isSameVisible(pieces, other.visible[index] ?? []))
  );
}

/** Text of a part that consists of text alone, else `undefined`. */
function plainText(part: InlinePart | undefined): string | undefined {
  const [token, ...others] = part?.tokens ?? [];
  return others.length === 0 && token?.type === 'text' ? token.content : undefined;
}

/**
 * Inline content of one block. Unchanged parts keep their nodes and growing text is appended to its node: a screen
 * reader that is reading there keeps its place.
 */
export class InlineView {
  readonly #element: Element;
  readonly #deps: ViewDeps;
  readonly #parts: RenderedPart[] = [];
  #renderedTokens: readonly MarkdownToken[] | undefined;

  constructor(element: Element, deps: ViewDeps) {
    this.#element = element;
    this.#deps = deps;
  }

  update(tokens: readonly MarkdownToken[]): void {
    if (tokens === this.#renderedTokens) {
      return;
    }
    this.#renderedTokens = tokens;
    const next = partsOf(tokens);
    let unchanged = 0;
    for (
      let old = this.#parts[unchanged], same = next[unchanged];
      old !== undefined && same !== undefined && (isSamePart(old, same) || this.#split(unchanged, same));
      unchanged++, old = this.#parts[unchanged], same = next[unchanged]
    );
    if (unchanged === next.length && unchanged === this.#parts.length) {
      return;
    }
    if (this.#grow(unchanged, next[unchanged])) {
      unchanged++;
    }
    const removed = this.#parts.splice(unchanged);
    const added = next.slice(unchanged);
    for (const node of removed.flatMap(({ nodes }) => nodes)) {
      node.parentNode?.removeChild(node);
    }
    for (const part of added) {
      const nodes = [...createInlineNodes(part.tokens, part.visible, this.#deps).childNodes];
      this.#element.append(...nodes);
      this.#parts.push({ ...part, nodes });
    }
  }

  /** Splits a part rendered as one text node if `next` is its beginning. */
  #split(index: number, next: InlinePart): boolean {
    const part = this.#parts[index];
    const [node] = part?.nodes ?? [];
    const [before, after] = [plainText(part), plainText(next)];
    const [token] = part?.tokens ?? [];
    if (!after || !before?.startsWith(after) || !(node instanceof Text) || node.data !== before || !token) {
      return false;
    }
    if (!isSameVisible(next.visible[0] ?? [], [{ text: after }])) {
      return false;
    }
    const rest = before.slice(after.length);
    this.#parts.splice(
      index,
      1,
      { ...next, nodes: [node] },
      {
        tokens: [copyToken(token, { content: rest })],
        visible: [[{ text: rest }]],
        nodes: [node.splitText(after.length)],
      },
    );
    return true;
  }

  /** Changes only the end of a part if it and `next` are text: its nodes before stay as they are. */
  #grow(index: number, next: InlinePart | undefined): boolean {
    const part = this.#parts[index];
    const [before = [], after = []] = [part?.visible[0], next?.visible[0]];
    const isText = plainText(part) !== undefined && plainText(next) !== undefined;
    if (!part || !next || !isText || part.nodes.length !== before.length) {
      return false;
    }
    const different = after.findIndex((piece, at) => !isSameVisible([piece], before.slice(at, at + 1)));
    const same = different < 0 ? after.length : different;
    const grown = growText(part.nodes[same], after.slice(same, same + 1)) ? same + 1 : same;
    const added = nodesOfPieces(after.slice(grown));
    for (const node of part.nodes.splice(grown, Infinity, ...added)) {
      this.#element.removeChild(node);
    }
    // The nodes of the parts after it are removed.
    this.#element.append(...added);
    Object.assign(part, next);
    return true;
  }
}
