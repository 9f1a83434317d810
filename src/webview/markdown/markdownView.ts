import { isTooDeep, isTooLong } from '../../core/markdown/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../core/markdown/markdownStream.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { CodeBlockView, closestCodeBlock, codeBlocksIn, type RenderCode } from '../code/codeBlockView.ts';
import { NOTHING_FOUND, type ReplyFindings } from '../code/replyFindings.ts';
import { element } from '../dom.ts';
import { keepSelection } from '../keepSelection.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { BlockDirections } from './blockDirection.ts';
import { createContainerElement, detailsAfter, renderedChildren, textAtEnd } from './blockElements.ts';
import { BlockParts } from './blockParts.ts';
import { lastCodeIn, WholeCode } from './codeAmongBlocks.ts';
import { type BlockNode, createMarkdownTree, isNote, isSamePlace } from './createMarkdownTree.ts';
import { listenForFootnotes } from './footnotes.ts';
import { InlineView } from './inlineView.ts';
import { PacedText } from './pacedText.ts';
import { PlainTextView } from './plainTextView.ts';

interface MarkdownViewOptions {
  /** Called before text is drawn that arrived before this frame. */
  onWillGrow(): void;
  /** Called after such text was drawn. */
  onDidDraw(): void;
  /** Called when all of a Markdown block has been drawn, and is in the page or about to be. */
  onDidRenderCode(): void;
}

/**
 * Renders a reply while it streams. Closed blocks are never touched again, unless a link in them is defined later; in
 * open blocks only the changes are rendered. A reply with a block that is too long is shown as plain text from then on.
 */
export class MarkdownView {
  readonly element = element('div', 'markdown');
  readonly #deps: ViewDeps;
  readonly #turnId: string;
  readonly #options: MarkdownViewOptions;
  /** The code block that this is the content of. */
  readonly #outer: CodeBlockRef | undefined;
  readonly #inlineViews = new WeakMap<Element, InlineView>();
  readonly #parts = new BlockParts(this.element);
  #stream = new MarkdownStream();
  readonly #text: PacedText;
  /** Elements of all top-level blocks. */
  #elements: Element[] = [];
  /** The last of these blocks, which the next piece may change. */
  #openBlocks: BlockNode[] = [];
  /** The innermost of the top-level details that are open at the end of the closed blocks. */
  #openDetails: Element | undefined;
  #plain: PlainTextView | undefined;
  #cursor: Element | undefined;
  #hasCode = false;
  #directions = new BlockDirections();
  #findings = NOTHING_FOUND;
  readonly #wholeCode = new WholeCode();
  /** The contents of code blocks that were shown rendered, in the page or not. */
  #renderedCode: MarkdownView[] = [];
  /** The open code block at the end while the reply streams. */
  #streamingCode: CodeBlockView | undefined;

  /** @param outer the Markdown block that this shows rendered, if it is not a reply */
  constructor(deps: ViewDeps, turnId: string, options: MarkdownViewOptions, outer?: CodeBlockRef) {
    this.#deps = deps;
    this.#turnId = turnId;
    this.#options = options;
    this.#outer = outer;
    this.#text = new PacedText({
      draw: (piece) => this.#keepSelection(() => this.#draw(piece)),
      onWillDraw: options.onWillGrow,
      onDidDraw: () => {
        this.#updateStreamingCode();
        options.onDidDraw();
      },
    });
    listenForFootnotes(this.element);
    if (outer !== undefined) {
      deps.toggles.trackDetails(turnId, this.element, `${outer.blockIndex}`);
    }
  }

  /** Whether more text may arrive. */
  set isStreaming(isGrowing: boolean) {
    this.#text.isGrowing = isGrowing;
    this.#moveCursor();
    this.#updateStreamingCode();
  }

  /** Whether no text that has arrived waits to be drawn, also in the code blocks that are shown rendered. */
  get isDrawn(): boolean {
    const isWaiting = (view: MarkdownView): boolean => view.element.isConnected && !view.isDrawn;
    return this.#text.isDrawn && !this.#renderedCode.some(isWaiting);
  }

  get hasCode(): boolean {
    return this.#hasCode;
  }

  set findings(findings: ReplyFindings) {
    this.#findings = findings;
    for (const view of codeBlocksIn(this.element)) {
      view.findings = findings;
    }
  }

  /** Shows this text. Only the new end is rendered if it starts with the current text, as it usually does. */
  update(text: string): void {
    const show = (): void => this.#text.update(text);
    if (text.startsWith(this.#text.shown)) {
      show();
    } else {
      this.#keepSelection(() => {
        this.#reset();
        show();
      });
    }
    this.#updateStreamingCode();
  }

  append(added: string): void {
    this.#text.append(added);
    this.#updateStreamingCode();
  }

  #keepSelection(draw: () => void): void {
    keepSelection(this.element, () => this.#elements, draw);
  }

  #updateStreamingCode(): void {
    const isComplete = !this.#text.isGrowing && this.#text.isDrawn;
    const open = !isComplete && this.#stream.hasOpenCode ? lastCodeIn(this.#elements) : undefined;
    if (open !== this.#streamingCode) {
      this.#streamingCode?.setStreaming(false);
      open?.setStreaming(true);
      this.#streamingCode = open;
    }
  }

  #reset(): void {
    this.#stream = new MarkdownStream();
    this.#text.restart();
    this.#renderedCode = [];
    this.#elements = [];
    this.#openBlocks = [];
    this.#openDetails = undefined;
    this.#plain = undefined;
    this.#directions = new BlockDirections();
    this.element.replaceChildren();
  }

  #draw(piece: string): void {
    this.#directions.take(piece);
    if (this.#plain !== undefined) {
      this.#plain.append(piece);
    } else if (!this.#render(this.#stream.append(piece))) {
      this.#showPlain();
    }
    this.#moveCursor();
  }

  #moveCursor(): void {
    const end = this.#text.isGrowing ? textAtEnd(this.element) : undefined;
    if (end !== this.#cursor) {
      this.#cursor?.removeAttribute('data-cursor');
      end?.setAttribute('data-cursor', '');
      this.#cursor = end;
    }
  }

  #showPlain(): void {
    this.#plain = new PlainTextView();
    const note = t('Shown as plain text because its Markdown is too complex.');
    this.element.replaceChildren(element('div', 'plain-text-note', note), this.#plain.element);
    this.#text.restart();
  }

  /** Returns false if the text can't be rendered completely. */
  #render(change: MarkdownChange): boolean {
    if (change.kind === 'code') {
      const last = this.#elements.at(-1);
      const block = this.#openBlocks.at(-1);
      if (last !== undefined && block?.kind === 'code') {
        block.content += change.text;
        closestCodeBlock(last)?.append(change.text);
      }
      return true;
    }
    if (isTooDeep(change.tokens) || isTooLong(change.tokens)) {
      return false;
    }
    const blocks = createMarkdownTree(change.tokens, change.firstCodeIndex);
    this.#showOpenBlocks(blocks, change.closedBlocks);
    this.#directions.set(
      this.#elements.slice(-blocks.length || this.#elements.length),
      blocks,
      change.closedBlocks,
    );
    this.#parts.removeEmpty();
    this.#openBlocks = blocks.slice(change.closedBlocks);
    for (const { blockIndex, tokens, firstCodeIndex } of change.redrawnBlocks) {
      this.#rerender(blockIndex, createMarkdownTree(tokens, firstCodeIndex));
    }
    this.#deps.toggles.restoreDetails(this.#turnId, this.element, this.#outer && `${this.#outer.blockIndex}`);
    this.#wholeCode.update(this.#elements);
    return true;
  }

  /** Shows blocks in place of the open ones. The first `closedCount` of them are closed from then on. */
  #showOpenBlocks(blocks: readonly BlockNode[], closedCount: number): void {
    const before = this.#openBlocks;
    const rendered = this.#elements.splice(this.#elements.length - before.length);
    // If a block starts or ends details, or no longer does so, all blocks after it are in another place.
    const moved = before.findIndex((block, index) => !isSamePlace(block, blocks[index]));
    for (const node of moved < 0 ? [] : rendered.splice(moved)) {
      node.remove();
    }
    let details = this.#openDetails;
    for (const [index, block] of blocks.entries()) {
      const end = isNote(block) ? this.#parts.notes : (details ?? this.#parts);
      const shown =
        block.kind === 'nothing'
          ? [element('span')]
          : this.#reconcile(
              this.element,
              rendered.slice(index, index + 1),
              before.slice(index, index + 1),
              [block],
              end,
            );
      this.#elements.push(...shown);
      details = detailsAfter(block, shown[0], details);
      if (index === closedCount - 1) {
        this.#openDetails = details;
      }
    }
    for (const node of rendered.slice(blocks.length)) {
      node.remove();
    }
  }

  /** Renders a closed block again, since later text defines its reference links. */
  #rerender(index: number, [block]: BlockNode[]): void {
    const old = this.#elements[index];
    if (old !== undefined && block !== undefined) {
      const rerendered = this.#createIn(this.element, block);
      if (old instanceof HTMLDetailsElement) {
        // Its other children are blocks of their own.
        for (const [position, child] of [...rerendered.children].entries()) {
          old.children[position]?.replaceWith(child);
        }
        return;
      }
      rerendered.setAttribute('dir', old.getAttribute('dir') ?? 'auto');
      old.replaceWith(rerendered);
      this.#elements[index] = rerendered;
    }
  }

  /**
   * Makes `rendered`, the elements of `before` at the end of `parent`, show `after`. Returns the elements of `after`.
   * @param end where new elements are appended
   */
  #reconcile(
    parent: Element,
    rendered: readonly Element[],
    before: readonly BlockNode[],
    after: readonly BlockNode[],
    end: Pick<BlockParts, 'append'> = parent,
  ): Element[] {
    const elements = after.map((block, index) => {
      const old = before[index];
      const node = rendered[index];
      if (old !== undefined && node !== undefined && this.#patch(node, old, block)) {
        return node;
      }
      const created = this.#createIn(parent, block);
      if (node === undefined) {
        end.append(created);
      } else {
        node.replaceWith(created);
      }
      return created;
    });
    for (const node of rendered.slice(after.length)) {
      node.remove();
    }
    return elements;
  }

  #createIn(parent: Element, block: BlockNode): Element {
    const created = this.#create(block);
    // The words of each top-level block determine the direction of everything in it: see also `blockDirection`.
    if (parent === this.element && block.kind !== 'code') {
      created.dir = 'auto';
    }
    return created;
  }

  /** Updates the element of `before` to show `after`. Returns false if it needs another element. */
  #patch(node: Element, before: BlockNode, after: BlockNode): boolean {
    if (before.kind === 'code' && after.kind === 'code') {
      if (before.block !== after.block || before.info !== after.info) {
        return false;
      }
      if (before.content !== after.content) {
        closestCodeBlock(node)?.update(after.content);
      }
      return true;
    }
    if (before.kind === 'text' && after.kind === 'text') {
      if (before.tag !== after.tag || before.className !== after.className) {
        return false;
      }
      this.#inlineViews.get(node)?.update(after.tokens);
      return true;
    }
    if (before.kind === 'container' && after.kind === 'container') {
      if (before.tag !== after.tag || before.className !== after.className || before.start !== after.start) {
        return false;
      }
      this.#reconcile(node, renderedChildren(node, before), before.children, after.children);
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
        const view = this.#createCode(block);
        view.findings = this.#findings;
        this.#hasCode = true;
        return view.element;
      }
      case 'container': {
        const container = createContainerElement(block);
        this.#reconcile(container, [], [], block.children);
        return container;
      }
      case 'nothing':
        return element('span');
    }
  }

  #createCode({ block, info, content }: Extract<BlockNode, { kind: 'code' }>): CodeBlockView {
    return this.#outer === undefined
      ? new CodeBlockView(
          this.#deps,
          { turnId: this.#turnId, blockIndex: block },
          info,
          content,
          this.#renderCode,
        )
      : new CodeBlockView(this.#deps, { ...this.#outer, innerIndex: block }, info, content);
  }

  readonly #renderCode: RenderCode = (outer, code, isStreaming) => {
    const { onDidDraw, onDidRenderCode } = this.#options;
    const ifDrawn = (): void => (view.isDrawn ? onDidRenderCode() : undefined);
    const onDidDrawCode = (): void => {
      onDidDraw();
      ifDrawn();
    };
    const view = new MarkdownView(
      this.#deps,
      this.#turnId,
      { ...this.#options, onDidDraw: onDidDrawCode },
      outer,
    );
    view.isStreaming = isStreaming;
    view.findings = this.#findings;
    this.#renderedCode.push(view);
    view.update(code);
    ifDrawn();
    return view;
  };

  #createText({ tag, className, tokens }: Extract<BlockNode, { kind: 'text' }>): HTMLElement {
    const textElement = element(tag, className);
    const inlineView = new InlineView(textElement, this.#deps);
    inlineView.update(tokens);
    this.#inlineViews.set(textElement, inlineView);
    return textElement;
  }
}
