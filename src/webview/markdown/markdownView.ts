import { isTooDeep } from '../../core/markdown/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../core/markdown/markdownStream.ts';
import { CodeBlockView } from '../code/codeBlockView.ts';
import { element } from '../dom.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { BlockParts } from './blockParts.ts';
import { type BlockNode, createMarkdownTree, itemContainerOf } from './createMarkdownTree.ts';
import { InlineView } from './inlineView.ts';
import { PlainTextView } from './plainTextView.ts';
import { RenderBudget } from './renderBudget.ts';

/** A long text that comes at once is drawn in pieces of this length, each in its own time. Characters. */
const PIECE_CHARS = 16_000;

/**
 * Layout is measured where it may take long: with a long piece, and with one draw in so many of a block that has
 * grown beyond this. For all others that would be more work than drawing them. Characters.
 */
const LONG_BLOCK_CHARS = 4000;
const RENDERS_PER_LAYOUT = 20;

/**
 * A reply as nodes, drawn as it comes. A block that is closed is never touched again, so that it keeps its nodes
 * and the reader's selection in them; at the end of the text only what changed is. A text that takes too long to
 * draw is shown as plain text from then on.
 */
export class MarkdownView {
  readonly element = element('div', 'markdown');
  readonly #deps: ViewDeps;
  readonly #turnId: string;
  readonly #codeBlocks = new WeakMap<Element, CodeBlockView>();
  readonly #inlineViews = new WeakMap<Element, InlineView>();
  readonly #blocksWithoutDir: Element[] = [];
  readonly #parts = new BlockParts(this.element);
  #budget = new RenderBudget();
  #renderCount = 0;
  #stream = new MarkdownStream();
  #text = '';
  /** All top blocks, as elements. */
  #elements: Element[] = [];
  /** The last of them, which the next piece may change. */
  #openBlocks: BlockNode[] = [];
  #plain: PlainTextView | undefined;
  #isStreaming = false;
  /** The code block at the end, which is still being written. */
  #streamingCode: CodeBlockView | undefined;
  /** A block that has its direction from items, rows or words that are closed. */
  #dirResolvedBlock: Element | undefined;

  constructor(deps: ViewDeps, turnId: string) {
    this.#deps = deps;
    this.#turnId = turnId;
  }

  /** Whether more text is to come. */
  set isStreaming(isGrowing: boolean) {
    this.#isStreaming = isGrowing;
    this.#updateStreamingCode();
  }

  /** Shows this text, which is usually what is drawn already with more at its end. */
  update(text: string): void {
    if (!text.startsWith(this.#text)) {
      this.#reset();
    }
    this.append(text.slice(this.#text.length));
  }

  append(text: string): void {
    for (let from = 0; from < text.length; from += PIECE_CHARS) {
      const piece = text.slice(from, from + PIECE_CHARS);
      this.#text += piece;
      this.#renderWithinBudget(piece);
    }
    this.#updateStreamingCode();
  }

  #updateStreamingCode(): void {
    const open = this.#isStreaming && this.#stream.hasOpenCode ? this.#lastCode() : undefined;
    if (open !== this.#streamingCode) {
      this.#streamingCode?.setStreaming(false);
      open?.setStreaming(true);
      this.#streamingCode = open;
    }
  }

  /** The code block in which the text ends, alone or in lists and quotations. */
  #lastCode(): CodeBlockView | undefined {
    let last: Element | null | undefined = this.#elements.at(-1);
    while (last && !this.#codeBlocks.has(last)) {
      last = last.lastElementChild;
    }
    return last ? this.#codeBlocks.get(last) : undefined;
  }

  #reset(): void {
    this.#budget = new RenderBudget();
    this.#stream = new MarkdownStream();
    this.#text = '';
    this.#elements = [];
    this.#openBlocks = [];
    this.#plain = undefined;
    this.element.replaceChildren();
  }

  #renderWithinBudget(piece: string): void {
    let isDrawn = this.#plain === undefined;
    const isInTime =
      !isDrawn ||
      this.#budget.run(() => {
        isDrawn = this.#render(this.#stream.append(piece));
        this.#measureLayout(piece);
      });
    if (!isDrawn || !isInTime) {
      this.#showPlain();
    }
  }

  /** Makes the browser lay it out within the measured time, as it would anyway: that may take longer than all the rest. */
  #measureLayout(piece: string): void {
    this.#renderCount++;
    const isDue = this.#stream.openLength > LONG_BLOCK_CHARS && this.#renderCount % RENDERS_PER_LAYOUT === 0;
    if (piece.length >= PIECE_CHARS || isDue) {
      this.element.getBoundingClientRect();
    }
  }

  #showPlain(): void {
    if (this.#plain === undefined) {
      this.#plain = new PlainTextView();
      const note = element('div', 'plain-text-note', this.#deps.strings.shownAsPlainText);
      this.element.replaceChildren(note, this.#plain.element);
    }
    this.#plain.update(this.#text);
  }

  /** False for a text that cannot be drawn whole. */
  #render(change: MarkdownChange): boolean {
    if (change.kind === 'code') {
      const last = this.#elements.at(-1);
      const block = this.#openBlocks.at(-1);
      if (last !== undefined && block?.kind === 'code') {
        block.content += change.text;
        this.#codeBlocks.get(last)?.append(change.text);
      }
      return true;
    }
    if (isTooDeep(change.tokens)) {
      return false;
    }
    const blocks = createMarkdownTree(change.tokens, change.firstCodeIndex);
    this.#keepClosedItems(blocks[0], change.isContinued);
    const closed = this.#elements.length - this.#openBlocks.length;
    const drawn = this.#elements.splice(closed);
    this.#elements.push(...this.#reconcile(this.element, drawn, this.#openBlocks, blocks, this.#parts));
    this.#parts.removeEmpty();
    this.#openBlocks = blocks.slice(change.closedBlocks);
    const united = itemContainerOf(this.#openBlocks[0]);
    united?.closed.push(...united.children.splice(0, change.closedItems));
    const last = this.#elements[this.#elements.length - this.#openBlocks.length];
    if (last !== undefined && change.closedInlineTokens > 0) {
      this.#inlineViews.get(last)?.close(change.closedInlineTokens);
    }
    this.#dirResolvedBlock =
      united?.closed.length || change.closedInlineTokens > 0 || isContinuation(this.#openBlocks[0])
        ? last
        : undefined;
    for (const { blockIndex, tokens, firstCodeIndex } of change.redrawnBlocks) {
      this.#rerender(blockIndex, createMarkdownTree(tokens, firstCodeIndex));
    }
    for (const block of this.#blocksWithoutDir.splice(0)) {
      block.setAttribute('dir', 'auto');
    }
    return true;
  }

  /** Items, rows and words that are closed stay as they are; unless the block comes with all of them. */
  #keepClosedItems(block: BlockNode | undefined, goesOn: boolean): void {
    if (block?.kind === 'text') {
      block.goesOn = goesOn;
    }
    const [before, after] = [itemContainerOf(this.#openBlocks[0]), itemContainerOf(block)];
    if (before !== undefined && goesOn && after !== undefined) {
      after.closed = before.closed;
    } else if (before !== undefined) {
      before.children = [...before.closed.splice(0), ...before.children];
    }
  }

  /** Draws a closed block once more, since the text after it says where its links lead. */
  #rerender(index: number, [block]: BlockNode[]): void {
    const old = this.#elements[index];
    if (old !== undefined && block !== undefined) {
      const made = this.#createIn(this.element, block);
      old.replaceWith(made);
      this.#elements[index] = made;
    }
  }

  /**
   * Makes `drawn`, the elements of `before` at the end of `parent`, show `after`; returns its elements.
   * @param end takes those that are added
   */
  #reconcile(
    parent: Element,
    drawn: readonly Element[],
    before: readonly BlockNode[],
    after: readonly BlockNode[],
    end: Pick<BlockParts, 'append'> = parent,
  ): Element[] {
    const elements = after.map((block, index) => {
      const old = before[index];
      const node = drawn[index];
      if (old !== undefined && node !== undefined && this.#patch(node, old, block)) {
        return node;
      }
      const made = this.#createIn(parent, block);
      if (node === undefined) {
        end.append(made);
      } else {
        node.replaceWith(made);
      }
      return made;
    });
    for (const node of drawn.slice(after.length)) {
      this.#suspendDir(parent);
      node.remove();
    }
    return elements;
  }

  #createIn(parent: Element, block: BlockNode): Element {
    this.#suspendDir(parent);
    const made = this.#create(block);
    // Each block reads the way its own words do, together with all that is in it.
    if (parent === this.element && block.kind !== 'code') {
      made.dir = 'auto';
    }
    return made;
  }

  /**
   * Before nodes in a block come or go: the browser looks for the direction of its words anew with each of them,
   * through all the others, unless it need not know it until the draw is over. Where words before them tell it, it
   * need not look far, and would go through all of them to forget it.
   */
  #suspendDir(node: Element): void {
    const block = node.closest('[dir=auto]');
    if (block !== null && block !== this.#dirResolvedBlock) {
      block.removeAttribute('dir');
      this.#blocksWithoutDir.push(block);
    }
  }

  /** Whether the element of `before` could be made to show `after`. */
  #patch(node: Element, before: BlockNode, after: BlockNode): boolean {
    if (before.kind === 'code' && after.kind === 'code') {
      if (before.block !== after.block || before.info !== after.info) {
        return false;
      }
      if (before.content !== after.content) {
        this.#codeBlocks.get(node)?.update(after.content);
      }
      return true;
    }
    if (before.kind === 'text' && after.kind === 'text') {
      if (before.tag !== after.tag || before.className !== after.className) {
        return false;
      }
      this.#inlineViews.get(node)?.update(after.tokens, after.goesOn, () => this.#suspendDir(node));
      return true;
    }
    if (before.kind === 'container' && after.kind === 'container') {
      if (before.tag !== after.tag || before.className !== after.className || before.start !== after.start) {
        return false;
      }
      this.#reconcile(node, lastChildren(node, before.children.length), before.children, after.children);
      return true;
    }
    return before.kind === after.kind;
  }

  #create(block: BlockNode): HTMLElement {
    switch (block.kind) {
      case 'rule':
        return element('hr');
      case 'text':
        return this.#createText(block);
      case 'code': {
        const place = { turnId: this.#turnId, blockIndex: block.block };
        const view = new CodeBlockView(this.#deps, place, block.info, block.content);
        this.#codeBlocks.set(view.element, view);
        return view.element;
      }
      case 'container': {
        const made = element(block.tag, block.className);
        if (made instanceof HTMLOListElement && block.start !== 1) {
          made.start = block.start;
        }
        this.#reconcile(made, [], [], block.children);
        return made;
      }
    }
  }

  #createText({ tag, className, tokens }: Extract<BlockNode, { kind: 'text' }>): HTMLElement {
    const made = element(tag, className);
    const words = new InlineView(made, this.#deps.strings);
    // Nothing is to be told of an element that is in no page yet.
    words.update(tokens, false, () => undefined);
    this.#inlineViews.set(made, words);
    return made;
  }
}

function isContinuation(block: BlockNode | undefined): boolean {
  return block?.kind === 'text' && block.goesOn;
}

function lastChildren({ lastElementChild }: Element, count: number): Element[] {
  const found: Element[] = [];
  for (
    let child = lastElementChild;
    child !== null && found.length < count;
    child = child.previousElementSibling
  ) {
    found.push(child);
  }
  return found.reverse();
}
