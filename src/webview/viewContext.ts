import type { TokenRule } from '../protocol/code.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import type { Host } from './host.ts';

/** What every view of the panel may use. */
export interface ViewContext {
  strings: PanelStrings;
  host: Host;
  colours: CodeColours;
}

/** Colours the code blocks of the panel as the editor does: `CodeColourer` of the room `code`. */
export interface CodeColours {
  /** Whether code in this language will be coloured, as far as that is known. */
  isKnown(language: string): boolean;
  /** Colours this code, from its beginning, once it is near. */
  watch(code: ColouredCode): void;
  takeGrammar(grammar: Extract<ToPanel, { type: 'grammar' }>): void;
  /** @param rules none where the theme can't be read */
  takeTheme(rules: readonly TokenRule[] | undefined): void;
}

/** The code of a block, which shows the colours that it is given. */
export interface ColouredCode {
  readonly element: HTMLElement;
  readonly language: string;
  /** Sends its text, now and as it grows, to be coloured. */
  begin(send: (text: string) => void): void;
  /** Shows colours by itself from now on. */
  end(): void;
  /** @param first position of the first line, from 0 */
  paint(first: number, lines: readonly LineStyle[]): void;
}

/** Pieces of a line in order: how many characters, and their classes. What is beyond them has none. */
export type LineStyle = readonly { length: number; className: string }[];
