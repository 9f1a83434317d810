import type { TokenRule } from '../protocol/code.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import type { Host } from './host.ts';

/** What every view of the panel may use. */
export interface ViewDeps {
  strings: PanelStrings;
  host: Host;
  colorizer: CodeColorizer;
}

/** Colours the code blocks of the panel as the editor does: `TextMateColorizer` of the room `code`. */
export interface CodeColorizer {
  /** Whether code in this language will be coloured, as far as that is known. */
  canColorize(language: string): boolean;
  /** Colours this code, from its beginning, once it is near. */
  observe(code: ColorizedCode): void;
  addGrammar(grammar: Extract<ToPanel, { type: 'grammar' }>): void;
  /** @param rules none where the theme can't be read */
  setTheme(rules: readonly TokenRule[] | undefined): void;
}

/** The code of a block, which shows the colours that it is given. */
export interface ColorizedCode {
  readonly element: HTMLElement;
  readonly language: string;
  /** Sends its text, now and as it grows, to be coloured. */
  startColorizing(send: (text: string) => void): void;
  /** Shows colours by itself from now on. */
  stopColorizing(): void;
  /** @param first position of the first line, from 0 */
  paintLines(first: number, lines: readonly LineStyle[]): void;
}

/** Pieces of a line in order: how many characters, and their classes. What is beyond them has none. */
export type LineStyle = readonly { length: number; className: string }[];
