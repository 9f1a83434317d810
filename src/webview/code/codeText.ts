import { codeOf } from '../../core/markdown/markdownBlocks.ts';
import { element } from '../dom.ts';
import type { ColouredCode, LineStyle, ViewContext } from '../viewContext.ts';
import { type CodePainter, HighlightPainter, ThemePainter } from './codePainters.ts';

/**
 * The coloured text of a code block: in the colours of the editor, or, as long as there are none, in those of the
 * theme's kind.
 */
export class CodeText implements ColouredCode {
  readonly element = element('code');
  readonly language: string;
  readonly #context: ViewContext;
  #painter: CodePainter;
  /** Where the text goes to be coloured. */
  #send: ((text: string) => void) | undefined;
  #shown = '';
  /** The line end that closes the last line is shown when a line follows it. */
  #heldLineEnd = '';

  constructor(context: ViewContext, language: string) {
    this.#context = context;
    this.language = language;
    this.#painter = this.#createPainter();
    context.colours.watch(this);
  }

  /** Shows the content of a code block, which ends in a line end or has none to show. */
  update(content: string): void {
    const code = codeOf({ content });
    if (!code.startsWith(this.#shown)) {
      this.#shown = '';
      this.#send = undefined;
      this.element.replaceChildren();
      this.#painter = this.#createPainter();
      this.#context.colours.watch(this);
    }
    this.#heldLineEnd = content.slice(code.length);
    this.#append(code.slice(this.#shown.length));
  }

  /** The content grew by this. */
  append(piece: string): void {
    const text = this.#heldLineEnd + piece;
    const code = codeOf({ content: text });
    this.#heldLineEnd = text.slice(code.length);
    this.#append(code);
  }

  begin(send: (text: string) => void): void {
    this.#send = send;
    if (this.#shown !== '') {
      send(this.#shown);
    }
  }

  end(): void {
    this.#send = undefined;
    if (this.#painter instanceof ThemePainter) {
      this.#drawWith(() => new HighlightPainter(this.element, this.language, this.#context.strings));
    }
  }

  paint(first: number, lines: readonly LineStyle[]): void {
    // What came in other colours keeps them until there are better ones.
    const painter =
      this.#painter instanceof ThemePainter
        ? this.#painter
        : this.#drawWith(() => new ThemePainter(this.element, this.#context.strings));
    if (lines.some((style, at) => !painter.has(first + at, style))) {
      keepSelection(this.element, () => {
        for (const [at, style] of lines.entries()) {
          painter.paint(first + at, style);
        }
      });
    }
  }

  #append(text: string): void {
    if (text !== '') {
      this.#shown += text;
      this.#painter.append(text);
      this.#send?.(text);
    }
  }

  #drawWith<Painter extends CodePainter>(create: () => Painter): Painter {
    return keepSelection(this.element, () => {
      this.element.replaceChildren();
      const painter = create();
      painter.append(this.#shown);
      this.#painter = painter;
      return painter;
    });
  }

  #createPainter(): CodePainter {
    const { colours, strings } = this.#context;
    return colours.isKnown(this.language)
      ? new ThemePainter(this.element, strings)
      : new HighlightPainter(this.element, this.language, strings);
  }
}

/** Draws an element's text anew, letter for letter; what the reader has selected in it stays selected. */
function keepSelection<Result>(text: Element, draw: () => Result): Result {
  const selection = document.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || !selection.containsNode(text, true)) {
    return draw();
  }
  const anchor = offsetIn(text, anchorNode, selection.anchorOffset);
  const focus = offsetIn(text, focusNode, selection.focusOffset);
  const result = draw();
  const [anchorAt, anchorOffset] = placeIn(text, anchor) ?? [anchorNode, selection.anchorOffset];
  const [focusAt, focusOffset] = placeIn(text, focus) ?? [focusNode, selection.focusOffset];
  selection.setBaseAndExtent(anchorAt, anchorOffset, focusAt, focusOffset);
  return result;
}

/** The characters before a place; `undefined` for one that is not inside. */
function offsetIn(text: Element, node: Node, offset: number): number | undefined {
  if (!text.contains(node)) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeIn(text: Element, offset: number | undefined): [Text, number] | undefined {
  if (offset === undefined) {
    return undefined;
  }
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = offset;
  while (walker.nextNode() instanceof Text) {
    const node = walker.currentNode as Text;
    if (left <= node.length) {
      return [node, left];
    }
    left -= node.length;
  }
  return undefined;
}
