import type { TokenRule } from '../protocol/code.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import type { Host } from './host.ts';

/** Dependencies of every view in the panel. */
export interface ViewDeps {
  host: Host;
  colorizer: CodeColorizer;
  formulas: FormulaDrawer;
}

/** Colors code blocks as the editor does. Implemented by `TextMateColorizer`. */
export interface CodeColorizer {
  /** Whether code in this language will be colored, as far as known. */
  canColorize(language: string): boolean;
  /** Starts coloring this code, from its beginning, once it is near the viewport. */
  observe(code: ColorizedCode): void;
  addGrammar(grammar: Extract<ToPanel, { type: 'grammar' }>): void;
  /** @param rules `undefined` if the theme can't be read */
  setTheme(rules: readonly TokenRule[] | undefined): void;
}

/** Draws mathematics. Implemented by `FormulaRenderer`. */
export interface FormulaDrawer {
  /**
   * Creates an element that shows a formula, until it is drawn as its source.
   * @param source with its delimiters
   */
  create(source: string): HTMLElement;
}

/** The text of a code block, as a `CodeColorizer` sees it. */
export interface ColorizedCode {
  readonly element: HTMLElement;
  readonly language: string;
  /** Calls `send` with its text, now and as it grows. */
  startColorizing(send: (text: string) => void): void;
  /** Falls back to built-in colors. */
  stopColorizing(): void;
  /** @param first index of the first line, from 0 */
  paintLines(first: number, lines: readonly LineStyle[]): void;
}

/** Consecutive pieces of a line: lengths in UTF-16 code units, and CSS classes. The rest of the line has no class. */
export type LineStyle = readonly { length: number; className: string }[];
