import { codeOf } from '../../core/markdown/markdownBlocks.ts';
import { element } from '../dom.ts';
import { keepSelection } from '../keepSelection.ts';
import type { ColorizedCode, LineStyle, ViewDeps } from '../viewDeps.ts';
import { CodeLines } from './codeLines.ts';

/** The text of a code block, in the editor's colors as soon as these are known. */
export class CodeText implements ColorizedCode {
  readonly element = element('code');
  readonly language: string;
  readonly #deps: ViewDeps;
  #lines = new CodeLines(this.element);
  #send: ((text: string) => void) | undefined;
  #renderedText = '';
  /** Line end of the last line, not shown until more text follows. */
  #pendingLineEnd = '';

  constructor(deps: ViewDeps, language: string) {
    this.#deps = deps;
    this.language = language;
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
      this.#lines = new CodeLines(this.element);
      this.#deps.colorizer.observe(this);
    }
    this.#pendingLineEnd = content.slice(code.length);
    this.#append(code.slice(this.#renderedText.length));
  }

  /** Returns the code that was added. */
  append(piece: string): string {
    const text = this.#pendingLineEnd + piece;
    const code = codeOf({ content: text });
    this.#pendingLineEnd = text.slice(code.length);
    this.#append(code);
    return code;
  }

  startColorizing(send: (text: string) => void): void {
    this.#send = send;
    if (this.#renderedText !== '') {
      send(this.#renderedText);
    }
  }

  stopColorizing(): void {
    this.#send = undefined;
    this.#keepSelection(() => this.#lines.removeStyles());
  }

  paintLines(first: number, lines: readonly LineStyle[]): void {
    if (lines.some((style, index) => !this.#lines.hasStyle(first + index, style))) {
      this.#keepSelection(() => {
        for (const [index, style] of lines.entries()) {
          this.#lines.paintLine(first + index, style);
        }
      });
    }
  }

  #append(text: string): void {
    if (text !== '') {
      this.#renderedText += text;
      this.#lines.append(text);
      this.#send?.(text);
    }
  }

  #keepSelection(draw: () => void): void {
    keepSelection(this.element, () => [this.element], draw);
  }
}
