import type { Composition } from './composition.ts';
import type { Host } from './host.ts';
import type { MessageHandlers } from './rooms.ts';
import type { TurnToggles } from './turnToggles.ts';

export interface ViewDeps {
  host: Host;
  composition: Composition;
  colorizer: CodeColorizer;
  formulas: FormulaDrawer;
  toggles: TurnToggles;
  ui: PanelUi;
}

/** What the parts of the panel need of each other. Implemented by `Panel`. */
export interface PanelUi {
  /** Returns from the list of conversations to the chat. */
  showChat(): void;
  focusComposer(): void;
  /** Shows a sentence above the text box until the question changes. An empty one removes it. */
  showStatus(text: string): void;
  /** Passes a text to screen readers. */
  announce(text: string): void;
  /** Whether a question waits for the reply, and is then sent by itself. */
  hasWaitingQuestion(): boolean;
  /** Saves what a reload of the page must not lose. */
  saveViewState(): void;
}

/** Colors code blocks as the editor does. Implemented by `TextMateColorizer`. */
export interface CodeColorizer {
  readonly messages: Pick<MessageHandlers, 'grammar' | 'codeTheme'>;
  /** Starts coloring this code, from its beginning, once it is near the viewport. */
  observe(code: ColorizedCode): void;
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
  /** Shows it without colors. */
  stopColorizing(): void;
  /** @param first index of the first line, from 0 */
  paintLines(first: number, lines: readonly LineStyle[]): void;
}

/** Consecutive pieces of a line: lengths in UTF-16 code units, and CSS classes. The rest of the line has no class. */
export type LineStyle = readonly { length: number; className: string }[];
