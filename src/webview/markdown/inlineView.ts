import { copyToken, type MarkdownToken } from '../../core/markdown/markdownBlocks.ts';
import { isSameVisible, type VisiblePiece, visiblePiecesOfAll } from '../../core/visibleText.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { createInlineNodes, isSameInline, textOfToken } from './createInlineNodes.ts';

/** A part of a line that stands by itself: a piece of text, or an emphasis or a link with all that is in it. */
interface InlinePart {
  tokens: MarkdownToken[];
  /** The text of each, as it is shown. */
  visible: VisiblePiece[][];
}

interface RenderedPart extends InlinePart {
  nodes: Node[];
}

function partsOf(tokens: readonly MarkdownToken[]): InlinePart[] {
  const visible = visiblePiecesOfAll(tokens.map(textOfToken));
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

/** Whether two parts would be drawn alike: what stands beside them may say which of their characters are hidden. */
function isSamePart(one: InlinePart, other: InlinePart): boolean {
  return (
    isSameInline(one.tokens, other.tokens) &&
    one.visible.every((pieces, index) => isSameVisible(pieces, other.visible[index] ?? []))
  );
}

/** The text of a part that is nothing but text. */
function plainText(part: InlinePart | undefined): string | undefined {
  const [token, ...others] = part?.tokens ?? [];
  return others.length === 0 && token?.type === 'text' ? token.content : undefined;
}

/**
 * The words of one block. What stays as it is keeps its nodes, and a text that grows is added to: the reader's
 * selection in it stays.
 */
export class InlineView {
  readonly #element: Element;
  readonly #strings: PanelStrings;
  /** Those that do not change any more, and come in no update. */
  #closed: RenderedPart[] = [];
  #parts: RenderedPart[] = [];
  #renderedTokens: readonly MarkdownToken[] | undefined;

  constructor(element: Element, strings: PanelStrings) {
    this.#element = element;
    this.#strings = strings;
  }

  /** The first so many of the tokens that came last are in no update after this, unless it comes with all of them. */
  close(tokenCount: number): void {
    const count = partsOf(this.#renderedTokens?.slice(0, tokenCount) ?? []).length;
    this.#closed.push(...this.#parts.splice(0, count));
  }

  /**
   * @param goesOn whether those that are closed are left out of `tokens`
   * @param beforeNodes is called before nodes come or go
   */
  update(tokens: readonly MarkdownToken[], goesOn: boolean, beforeNodes: () => void): void {
    if (!goesOn && this.#closed.length > 0) {
      this.#parts = this.#closed.splice(0).concat(this.#parts);
    } else if (tokens === this.#renderedTokens) {
      return;
    }
    this.#renderedTokens = tokens;
    const next = partsOf(tokens);
    let kept = 0;
    for (
      let old = this.#parts[kept], same = next[kept];
      old !== undefined && same !== undefined && (isSamePart(old, same) || this.#split(kept, same));
      kept++, old = this.#parts[kept], same = next[kept]
    );
    if (kept === next.length && kept === this.#parts.length) {
      return;
    }
    if (this.#grow(kept, next[kept])) {
      kept++;
    }
    const gone = this.#parts.splice(kept);
    const added = next.slice(kept);
    if (gone.length + added.length > 0) {
      beforeNodes();
    }
    for (const node of gone.flatMap(({ nodes }) => nodes)) {
      node.parentNode?.removeChild(node);
    }
    for (const part of added) {
      const nodes = [...createInlineNodes(part.tokens, part.visible, this.#strings).childNodes];
      this.#element.append(...nodes);
      this.#parts.push({ ...part, nodes });
    }
  }

  /** Makes two of a part that is drawn as one node: its beginning is a part by itself now. */
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

  /** Adds to the text of a part what it grew by, where it is drawn as one node then and now. */
  #grow(index: number, next: InlinePart | undefined): boolean {
    const part = this.#parts[index];
    const [node, ...others] = part?.nodes ?? [];
    const [before, after] = [plainText(part), plainText(next)];
    if (!part || !next || before === undefined || !after?.startsWith(before)) {
      return false;
    }
    if (
      !(node instanceof Text) ||
      others.length > 0 ||
      !isSameVisible(next.visible[0] ?? [], [{ text: after }])
    ) {
      return false;
    }
    node.appendData(after.slice(before.length));
    Object.assign(part, next);
    return true;
  }
}
