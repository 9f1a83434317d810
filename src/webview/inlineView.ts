import type { MarkdownToken } from '../core/markdownBlocks.ts';
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
  #parts: InlinePart[] = [];
  #drawn: readonly MarkdownToken[] | undefined;

  constructor(element: Element, strings: PanelStrings) {
    this.#element = element;
    this.#strings = strings;
  }

  /** @param beforeNodes is called before nodes come or go */
  update(tokens: readonly MarkdownToken[], beforeNodes: () => void): void {
    if (tokens === this.#drawn) {
      return;
    }
    this.#drawn = tokens;
    const next = partsOf(tokens);
    let kept = 0;
    for (
      let old = this.#parts[kept], same = next[kept];
      old !== undefined && same !== undefined && isSameInline(old.tokens, same);
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
