import { codeOf } from '../../core/markdown/markdownBlocks.ts';
import { element } from '../dom.ts';
import type { ColorizedCode, LineStyle, ViewDeps } from '../viewDeps.ts';
import { type CodeRenderer, HighlightRenderer, ThemeRenderer } from './codeRenderers.ts';

/**
 * The coloured text of a code block: in the colours of the editor, or, as long as there are none, in those of the
 * theme's kind.
 */
export class CodeText implements ColorizedCode {
  readonly element = element('code');
  readonly language: string;
  readonly #deps: ViewDeps;
  #renderer: CodeRenderer;
  /** Where the text goes to be coloured. */
  #send: ((text: string) => void) | undefined;
  #renderedText = '';
  /** The line end that closes the last line is shown when a line follows it. */
  #pendingLineEnd = '';

  constructor(deps: ViewDeps, language: string) {
    this.#deps = deps;
    this.language = language;
    this.#renderer = this.#createRenderer();
    deps.colorizer.observe(this);
  }

  /** Shows the content of a code block, which ends in a line end or has none to show. */
  update(content: string): void {
    const code = codeOf({ content });
    if (!code.startsWith(this.#renderedText)) {
      this.#renderedText = '';
      this.#send = undefined;
      this.element.replaceChildren();
      this.#renderer = this.#createRenderer();
      this.#deps.colorizer.observe(this);
    }
    this.#pendingLineEnd = content.slice(code.length);
    this.#append(code.slice(this.#renderedText.length));
  }

  /** The content grew by this. */
  append(piece: string): void {
    const text = this.#pendingLineEnd + piece;
    const code = codeOf({ content: text });
    this.#pendingLineEnd = text.slice(code.length);
    this.#append(code);
  }

  startColorizing(send: (text: string) => void): void {
    this.#send = send;
    if (this.#renderedText !== '') {
      send(this.#renderedText);
    }
  }

  stopColorizing(): void {
    this.#send = undefined;
    if (this.#renderer instanceof ThemeRenderer) {
      this.#renderWith(() => new HighlightRenderer(this.element, this.language, this.#deps.strings));
    }
  }

  paintLines(first: number, lines: readonly LineStyle[]): void {
    // What came in other colours keeps them until there are better ones.
    const painter =
      this.#renderer instanceof ThemeRenderer
        ? this.#renderer
        : this.#renderWith(() => new ThemeRenderer(this.element, this.#deps.strings));
    if (lines.some((style, at) => !painter.hasStyle(first + at, style))) {
      preserveSelection(this.element, () => {
        for (const [at, style] of lines.entries()) {
          painter.paintLine(first + at, style);
        }
      });
    }
  }

  #append(text: string): void {
    if (text !== '') {
      this.#renderedText += text;
      this.#renderer.append(text);
      this.#send?.(text);
    }
  }

  #renderWith<Painter extends CodeRenderer>(create: () => Painter): Painter {
    return preserveSelection(this.element, () => {
      this.element.replaceChildren();
      const painter = create();
      painter.append(this.#renderedText);
      this.#renderer = painter;
      return painter;
    });
  }

  #createRenderer(): CodeRenderer {
    const { colorizer, strings } = this.#deps;
    return colorizer.canColorize(this.language)
      ? new ThemeRenderer(this.element, strings)
      : new HighlightRenderer(this.element, this.language, strings);
  }
}

/** Draws an element's text anew, letter for letter; what the reader has selected in it stays selected. */
function preserveSelection<Result>(text: Element, draw: () => Result): Result {
  const selection = document.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || !selection.containsNode(text, true)) {
    return draw();
  }
  const anchor = textOffsetOf(text, anchorNode, selection.anchorOffset);
  const focus = textOffsetOf(text, focusNode, selection.focusOffset);
  const result = draw();
  const [anchorAt, anchorOffset] = positionAtOffset(text, anchor) ?? [anchorNode, selection.anchorOffset];
  const [focusAt, focusOffset] = positionAtOffset(text, focus) ?? [focusNode, selection.focusOffset];
  selection.setBaseAndExtent(anchorAt, anchorOffset, focusAt, focusOffset);
  return result;
}

/** The characters before a place; `undefined` for one that is not inside. */
function textOffsetOf(text: Element, node: Node, offset: number): number | undefined {
  if (!text.contains(node)) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function positionAtOffset(text: Element, offset: number | undefined): [Text, number] | undefined {
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
