import { isTooDeep } from '../../core/markdown/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../core/markdown/markdownStream.ts';
import { CodeBlockView } from '../code/codeBlockView.ts';
import { element } from '../dom.ts';
import type { ViewContext } from '../viewContext.ts';
import { BlockParts } from './blockParts.ts';
import { InlineView } from './inlineView.ts';
import { type BlockNode, markdownTree, unitedBlock } from './markdownTree.ts';
import { PlainTextView } from './plainTextView.ts';
import { RenderBudget } from './renderBudget.ts';

/** A long text that comes at once is drawn in pieces of this length, each in its own time. Characters. */
const PIECE_LENGTH = 16_000;

/**
 * Layout is measured where it may take long: with a long piece, and with one draw in so many of a block that has
 * grown beyond this. For all others that would be more work than drawing them. Characters.
 */
const LONG_BLOCK = 4000;
const LAYOUT_EVERY = 20;

/**
 * A reply as nodes, drawn as it comes. A block that is closed is never touched again, so that it keeps its nodes
 * and the reader's selection in them; at the end of the text only what changed is. A text that takes too long to
 * draw is shown as plain text from then on.
 */
export class MarkdownView {
  readonly element = element('div', 'markdown');
  readonly #context: ViewContext;
  readonly #turnId: string;
  readonly #codeBlocks = new WeakMap<Element, CodeBlockView>();
  readonly #words = new WeakMap<Element, InlineView>();
  readonly #undirected: Element[] = [];
  readonly #parts = new BlockParts(this.element);
  #budget = new RenderBudget();
  #draws = 0;
  #stream = new MarkdownStream();
  #text = '';
  /** All top blocks, as elements. */
  #elements: Element[] = [];
  /** The last of them, which the next piece may change. */
  #open: BlockNode[] = [];
  #plain: PlainTextView | undefined;
  #isGrowing = false;
  /** The code block at the end, which is still being written. */
  #openCode: CodeBlockView | undefined;
  /** A block that has its direction from items, rows or words that are closed. */
  #directed: Element | undefined;

  constructor(context: ViewContext, turnId: string) {
    this.#context = context;
    this.#turnId = turnId;
  }

  /** Whether more text is to come. */
  set isGrowing(isGrowing: boolean) {
    this.#isGrowing = isGrowing;
    this.#markOpenCode();
  }

  /** Shows this text, which is usually what is drawn already with more at its end. */
  update(text: string): void {
    if (!text.startsWith(this.#text)) {
      this.#startAnew();
    }
    this.append(text.slice(this.#text.length));
  }

  append(text: string): void {
    for (let from = 0; from < text.length; from += PIECE_LENGTH) {
      const piece = text.slice(from, from + PIECE_LENGTH);
      this.#text += piece;
      this.#drawInTime(piece);
    }
    this.#markOpenCode();
  }

  #markOpenCode(): void {
    const open = this.#isGrowing && this.#stream.hasOpenCode ? this.#lastCode() : undefined;
    if (open !== this.#openCode) {
      this.#openCode?.setOpen(false);
      open?.setOpen(true);
      this.#openCode = open;
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

  #startAnew(): void {
    this.#budget = new RenderBudget();
    this.#stream = new MarkdownStream();
    this.#text = '';
    this.#elements = [];
    this.#open = [];
    this.#plain = undefined;
    this.element.replaceChildren();
  }

  #drawInTime(piece: string): void {
    let isDrawn = this.#plain === undefined;
    const isInTime =
      !isDrawn ||
      this.#budget.spend(() => {
        isDrawn = this.#draw(this.#stream.append(piece));
        this.#layOutNowAndThen(piece);
      });
    if (!isDrawn || !isInTime) {
      this.#showPlain();
    }
  }

  /** Makes the browser lay it out within the measured time, as it would anyway: that may take longer than all the rest. */
  #layOutNowAndThen(piece: string): void {
    this.#draws++;
    const isDue = this.#stream.openLength > LONG_BLOCK && this.#draws % LAYOUT_EVERY === 0;
    if (piece.length >= PIECE_LENGTH || isDue) {
      this.element.getBoundingClientRect();
    }
  }

  #showPlain(): void {
    if (this.#plain === undefined) {
      this.#plain = new PlainTextView();
      const note = element('div', 'plain-text-note', this.#context.strings.shownAsPlainText);
      this.element.replaceChildren(note, this.#plain.element);
    }
    this.#plain.update(this.#text);
  }

  /** False for a text that cannot be drawn whole. */
  #draw(change: MarkdownChange): boolean {
    if (change.kind === 'code') {
      const last = this.#elements.at(-1);
      const block = this.#open.at(-1);
      if (last !== undefined && block?.kind === 'code') {
        block.content += change.text;
        this.#codeBlocks.get(last)?.append(change.text);
      }
      return true;
    }
    if (isTooDeep(change.tokens)) {
      return false;
    }
    const blocks = markdownTree(change.tokens, change.firstCode);
    this.#keepUnits(blocks[0], change.goesOn);
    const closed = this.#elements.length - this.#open.length;
    const drawn = this.#elements.splice(closed);
    this.#elements.push(...this.#layOver(this.element, drawn, this.#open, blocks, this.#parts));
    this.#parts.removeEmpty();
    this.#open = blocks.slice(change.closed);
    const united = unitedBlock(this.#open[0]);
    united?.closed.push(...united.children.splice(0, change.closedUnits));
    const last = this.#elements[this.#elements.length - this.#open.length];
    if (last !== undefined && change.closedWords > 0) {
      this.#words.get(last)?.close(change.closedWords);
    }
    this.#directed =
      united?.closed.length || change.closedWords > 0 || isRest(this.#open[0]) ? last : undefined;
    for (const { block, tokens, firstCode } of change.redrawn) {
      this.#redraw(block, markdownTree(tokens, firstCode));
    }
    for (const block of this.#undirected.splice(0)) {
      block.setAttribute('dir', 'auto');
    }
    return true;
  }

  /** Items, rows and words that are closed stay as they are; unless the block comes with all of them. */
  #keepUnits(block: BlockNode | undefined, goesOn: boolean): void {
    if (block?.kind === 'text') {
      block.goesOn = goesOn;
    }
    const [before, after] = [unitedBlock(this.#open[0]), unitedBlock(block)];
    if (before !== undefined && goesOn && after !== undefined) {
      after.closed = before.closed;
    } else if (before !== undefined) {
      before.children = [...before.closed.splice(0), ...before.children];
    }
  }

  /** Draws a closed block once more, since the text after it says where its links lead. */
  #redraw(index: number, [block]: BlockNode[]): void {
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
  #layOver(
    parent: Element,
    drawn: readonly Element[],
    before: readonly BlockNode[],
    after: readonly BlockNode[],
    end: Pick<BlockParts, 'append'> = parent,
  ): Element[] {
    const elements = after.map((block, index) => {
      const old = before[index];
      const node = drawn[index];
      if (old !== undefined && node !== undefined && this.#update(node, old, block)) {
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
      this.#beginChange(parent);
      node.remove();
    }
    return elements;
  }

  #createIn(parent: Element, block: BlockNode): Element {
    this.#beginChange(parent);
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
  #beginChange(node: Element): void {
    const block = node.closest('[dir=auto]');
    if (block !== null && block !== this.#directed) {
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
      if (before.content !== after.content) {
        this.#codeBlocks.get(node)?.update(after.content);
      }
      return true;
    }
    if (before.kind === 'text' && after.kind === 'text') {
      if (before.tag !== after.tag || before.className !== after.className) {
        return false;
      }
      this.#words.get(node)?.update(after.tokens, after.goesOn, () => this.#beginChange(node));
      return true;
    }
    if (before.kind === 'container' && after.kind === 'container') {
      if (before.tag !== after.tag || before.className !== after.className || before.start !== after.start) {
        return false;
      }
      this.#layOver(node, lastChildren(node, before.children.length), before.children, after.children);
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
        const place = { turnId: this.#turnId, block: block.block };
        const view = new CodeBlockView(this.#context, place, block.info, block.content);
        this.#codeBlocks.set(view.element, view);
        return view.element;
      }
      case 'container': {
        const made = element(block.tag, block.className);
        if (made instanceof HTMLOListElement && block.start !== 1) {
          made.start = block.start;
        }
        this.#layOver(made, [], [], block.children);
        return made;
      }
    }
  }

  #createText({ tag, className, tokens }: Extract<BlockNode, { kind: 'text' }>): HTMLElement {
    const made = element(tag, className);
    const words = new InlineView(made, this.#context.strings);
    // Nothing is to be told of an element that is in no page yet.
    words.update(tokens, false, () => undefined);
    this.#words.set(made, words);
    return made;
  }
}

function isRest(block: BlockNode | undefined): boolean {
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
