import { isTooDeep, parseMarkdown } from '../core/markdown.ts';
import { CodeBlockView } from './codeBlockView.ts';
import { element } from './dom.ts';
import { inlineNodes, isSameInline } from './inlineNodes.ts';
import { type BlockNode, markdownTree } from './markdownTree.ts';
import { PlainTextView } from './plainTextView.ts';
import { RenderBudget } from './renderBudget.ts';
import type { ViewContext } from './viewContext.ts';

/** A text that grew to more than twice what was drawn is drawn in steps, unless it is short. Characters. */
const SHORT_LENGTH = 16_000;

/**
 * A reply as nodes. Each new text is laid over the last one, block by block: what is drawn alike keeps its
 * nodes, and with them the reader's selection; only what grew is touched. A text that takes too long to draw is
 * shown as plain text from then on.
 */
export class MarkdownView {
  readonly element = element('div', 'markdown');
  readonly #context: ViewContext;
  readonly #turnId: string;
  readonly #codeBlocks = new WeakMap<Element, CodeBlockView>();
  readonly #budget = new RenderBudget();
  readonly #undirected: Element[] = [];
  #blocks: BlockNode[] = [];
  #text = '';
  #plain: PlainTextView | undefined;

  constructor(context: ViewContext, turnId: string) {
    this.#context = context;
    this.#turnId = turnId;
  }

  update(text: string): void {
    if (text === this.#text) {
      return;
    }
    // A draw cannot be broken off: no one begins that might take far longer than the one before it.
    let end = Math.max(SHORT_LENGTH, this.#text.length * 2);
    while (this.#plain === undefined && end < text.length) {
      this.#drawInTime(text.slice(0, end));
      end *= 2;
    }
    if (this.#plain === undefined) {
      this.#drawInTime(text);
    }
    this.#plain?.update(text);
    this.#text = text;
  }

  #drawInTime(text: string): void {
    let isDrawn = false;
    const isInTime = this.#budget.spend(() => {
      isDrawn = this.#draw(text);
      // Makes the browser lay it out now, as it would anyway: that may take longer than all the rest.
      this.element.getBoundingClientRect();
    });
    if (!isDrawn || !isInTime) {
      this.#plain = new PlainTextView();
      const note = element('div', 'plain-text-note', this.#context.strings.shownAsPlainText);
      this.element.replaceChildren(note, this.#plain.element);
    }
  }

  /** False for a text that cannot be drawn whole. */
  #draw(text: string): boolean {
    const tokens = parseMarkdown(text);
    if (isTooDeep(tokens)) {
      return false;
    }
    const blocks = markdownTree(tokens);
    this.#updateChildren(this.element, this.#blocks, blocks);
    for (const block of this.#undirected.splice(0)) {
      block.setAttribute('dir', 'auto');
    }
    this.#blocks = blocks;
    return true;
  }

  #updateChildren(parent: Element, before: readonly BlockNode[], after: readonly BlockNode[]): void {
    const drawn = [...parent.children];
    const create = (block: BlockNode): Element => {
      this.#beginChange(parent);
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
      this.#beginChange(parent);
      node.remove();
    }
  }

  /**
   * Before nodes in a block come or go: the browser looks for the direction of its words anew with each of them,
   * through all the others, unless it need not know it until the draw is over.
   */
  #beginChange(node: Element): void {
    const block = node.closest('[dir=auto]');
    if (block !== null) {
      block.removeAttribute('dir');
      this.#undirected.push(block);
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
        this.#beginChange(node);
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
