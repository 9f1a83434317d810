import { codeOf } from '../../core/markdown/markdownBlocks.ts';
import { element } from '../dom.ts';
import { keepSelection } from '../keepSelection.ts';
import type { ColorizedCode, LineStyle, ViewDeps } from '../viewDeps.ts';
import { type CodeRenderer, HighlightRenderer, ThemeRenderer } from './codeRenderers.ts';

/** The text of a code block, in the editor's colors or, while these are not available, in those of highlight.js. */
export class CodeText implements ColorizedCode {
  readonly element = element('code');
  readonly language: string;
  readonly #deps: ViewDeps;
  #renderer: CodeRenderer;
  #send: ((text: string) => void) | undefined;
  #renderedText = '';
  /** Line end of the last line, not shown until more text follows. */
  #pendingLineEnd = '';

  constructor(deps: ViewDeps, language: string) {
    this.#deps = deps;
    this.language = language;
    this.#renderer = this.#createRenderer();
    deps.colorizer.observe(this);
  }

  /** The code that is shown, which is the host's too. */
  get text(): string {
    return this.#renderedText;
  }

  /** @param content as in the Markdown token: ends with a line end unless empty */
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
      this.#renderWith(() => new HighlightRenderer(this.element, this.language));
    }
  }

  paintLines(first: number, lines: readonly LineStyle[]): void {
    // Code keeps the colors of highlight.js until now, which avoids a flash of uncolored text.
    const painter =
      this.#renderer instanceof ThemeRenderer
        ? this.#renderer
        : this.#renderWith(() => new ThemeRenderer(this.element));
    if (lines.some((style, index) => !painter.hasStyle(first + index, style))) {
      this.#keepSelection(() => {
        for (const [index, style] of lines.entries()) {
          painter.paintLine(first + index, style);
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
    return this.#keepSelection(() => {
      this.element.replaceChildren();
      const painter = create();
      painter.append(this.#renderedText);
      this.#renderer = painter;
      return painter;
    });
  }

  #keepSelection<Result>(draw: () => Result): Result {
    return keepSelection(this.element, () => [this.element], draw);
  }

  #createRenderer(): CodeRenderer {
    const { colorizer } = this.#deps;
    return colorizer.canColorize(this.language)
      ? new ThemeRenderer(this.element)
      : new HighlightRenderer(this.element, this.language);
  }
}
