import { copyOf, type MarkdownToken } from '../core/markdownBlocks.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { inlineNodes, isSameInline } from './inlineNodes.ts';

/** A part of a line that stands by itself: a piece of text, or an emphasis or a link with all that is in it. */
interface InlinePart {
  tokens: MarkdownToken[];
  nodes: Node[];
}

function partsOf(tokens: readonly MarkdownToken[]): MarkdownToken[][] {
  const parts: MarkdownToken[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) {
      parts.push([token]);
    } else {
      parts.at(-1)?.push(token);
    }
    depth = Math.max(0, depth + token.nesting);
  }
  return parts;
}

/** The text of a part that is nothing but text. */
function plainText([token, ...others]: readonly MarkdownToken[]): string | undefined {
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
  #closed: InlinePart[] = [];
  #parts: InlinePart[] = [];
  #drawn: readonly MarkdownToken[] | undefined;

  constructor(element: Element, strings: PanelStrings) {
    this.#element = element;
    this.#strings = strings;
  }

  /** The first so many of the tokens that came last are in no update after this, unless it comes with all of them. */
  close(tokens: number): void {
    const count = partsOf(this.#drawn?.slice(0, tokens) ?? []).length;
    this.#closed.push(...this.#parts.splice(0, count));
  }

  /**
   * @param goesOn whether those that are closed are left out of `tokens`
   * @param beforeNodes is called before nodes come or go
   */
  update(tokens: readonly MarkdownToken[], goesOn: boolean, beforeNodes: () => void): void {
    if (!goesOn && this.#closed.length > 0) {
      this.#parts = this.#closed.splice(0).concat(this.#parts);
    } else if (tokens === this.#drawn) {
      return;
    }
    this.#drawn = tokens;
    const next = partsOf(tokens);
    let kept = 0;
    for (
      let old = this.#parts[kept], same = next[kept];
      old !== undefined && same !== undefined && (isSameInline(old.tokens, same) || this.#split(kept, same));
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
      const nodes = [...inlineNodes(part, this.#strings).childNodes];
      this.#element.append(...nodes);
      this.#parts.push({ tokens: part, nodes });
    }
  }

  /** Makes two of a part that is drawn as one node: its beginning is a part by itself now. */
  #split(index: number, tokens: MarkdownToken[]): boolean {
    const part = this.#parts[index];
    const [node] = part?.nodes ?? [];
    const [before, after] = [plainText(part?.tokens ?? []), plainText(tokens)];
    const [token] = part?.tokens ?? [];
    if (!after || !before?.startsWith(after) || !(node instanceof Text) || node.data !== before || !token) {
      return false;
    }
    const rest = copyOf(token, { content: before.slice(after.length) });
    this.#parts.splice(
      index,
      1,
      { tokens, nodes: [node] },
      { tokens: [rest], nodes: [node.splitText(after.length)] },
    );
    return true;
  }

  /** Adds to the text of a part what it grew by, where it is drawn as one node then and now. */
  #grow(index: number, tokens: MarkdownToken[] | undefined): boolean {
    const part = this.#parts[index];
    const [node, ...others] = part?.nodes ?? [];
    const [before, after] = [plainText(part?.tokens ?? []), plainText(tokens ?? [])];
    if (!part || !tokens || before === undefined || !after?.startsWith(before)) {
      return false;
    }
    const [drawn, ...more] = inlineNodes(tokens, this.#strings).childNodes;
    if (!(node instanceof Text) || !(drawn instanceof Text) || others.length + more.length > 0) {
      return false;
    }
    node.appendData(after.slice(before.length));
    part.tokens = tokens;
    return true;
  }
}
