import { parseMarkdown } from '../core/markdown.ts';
import { CodeBlockView } from './codeBlockView.ts';
import { element } from './dom.ts';
import { inlineNodes, isSameInline } from './inlineNodes.ts';
import { type BlockNode, markdownTree } from './markdownTree.ts';
import type { ViewContext } from './viewContext.ts';

/**
 * A reply as nodes. Each new text is laid over the last one, block by block: what is drawn alike keeps its
 * nodes, and with them the reader's selection; only what grew is touched.
 */
export class MarkdownView {
  readonly element = element('div', 'markdown');
  readonly #context: ViewContext;
  readonly #turnId: string;
  readonly #codeBlocks = new WeakMap<Element, CodeBlockView>();
  #blocks: BlockNode[] = [];

  constructor(context: ViewContext, turnId: string) {
    this.#context = context;
    this.#turnId = turnId;
  }

  update(text: string): void {
    const blocks = markdownTree(parseMarkdown(text));
    this.#updateChildren(this.element, this.#blocks, blocks);
    this.#blocks = blocks;
  }

  #updateChildren(parent: Element, before: readonly BlockNode[], after: readonly BlockNode[]): void {
    const drawn = [...parent.children];
    const create = (block: BlockNode): Element => {
      const made = this.#create(block);
      // Each block reads the way its own words do, together with all that is in it.
      if (parent === this.element && block.kind !== 'code') {
        made.dir = 'auto';
      }
      return made;
    };
    for (const [index, block] of after.entries()) {
      const old = before[index];
      const node = drawn[index];
      if (old === undefined || node === undefined) {
        parent.append(create(block));
      } else if (!this.#update(node, old, block)) {
        node.replaceWith(create(block));
      }
    }
    for (const node of drawn.slice(after.length)) {
      node.remove();
    }
  }

  /** Whether the element of `before` could be made to show `after`. */
  #update(node: Element, before: BlockNode, after: BlockNode): boolean {
    if (before.kind === 'code' && after.kind === 'code') {
      if (before.block !== after.block || before.info !== after.info) {
        return false;
      }
      if (before.code !== after.code) {
        this.#codeBlocks.get(node)?.update(after.code);
      }
      return true;
    }
    if (before.kind === 'text' && after.kind === 'text') {
      if (before.tag !== after.tag || before.className !== after.className) {
        return false;
      }
      if (!isSameInline(before.tokens, after.tokens)) {
        node.replaceChildren(inlineNodes(after.tokens, this.#context.strings));
      }
      return true;
    }
    if (before.kind === 'container' && after.kind === 'container') {
      if (before.tag !== after.tag || before.className !== after.className || before.start !== after.start) {
        return false;
      }
      this.#updateChildren(node, before.children, after.children);
      return true;
    }
    return before.kind === after.kind;
  }

  #create(block: BlockNode): HTMLElement {
    switch (block.kind) {
      case 'rule':
        return element('hr');
      case 'text':
        return element(block.tag, block.className, inlineNodes(block.tokens, this.#context.strings));
      case 'code': {
        const place = { turnId: this.#turnId, block: block.block };
        const view = new CodeBlockView(this.#context, place, block.info, block.code);
        this.#codeBlocks.set(view.element, view);
        return view.element;
      }
      case 'container': {
        const made = element(block.tag, block.className);
        if (made instanceof HTMLOListElement && block.start !== 1) {
          made.start = block.start;
        }
        this.#updateChildren(made, [], block.children);
        return made;
      }
    }
  }
}
