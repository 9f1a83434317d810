import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import {
  type IGrammar,
  INITIAL,
  type IRawGrammar,
  Registry,
  type StateStack,
} from '@shikijs/vscode-textmate';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { GrammarFile, TokenRule } from '../../../protocol/code.ts';
import type { LineTokens } from './messages.ts';

/** Longer lines stay without colours, as in the editor, and what follows goes on as before them. Characters. */
const MAX_LINE_CHARS = 5000;

/** Stands for the colour of text that no rule is for, which the panel has itself. No theme would use it. */
const DEFAULT_COLOR = '#01020304';

// How a token's attributes lie in a number, as `tokenizeLine2` of vscode-textmate gives it.
const FONT_STYLE_SHIFT = 11;
const FONT_STYLE_MASK = 0b1111;
const FOREGROUND_SHIFT = 15;
const FOREGROUND_MASK = 0b1_1111_1111;
/** The first colour of a theme is that of text that no rule is for. */
const DEFAULT_ATTRIBUTES = 1 << FOREGROUND_SHIFT;
const FONT_STYLES = ['italic', 'bold', 'underline', 'strikethrough'];

/** Where a grammar is after some lines. It is of no use to any other grammar. */
export interface TokenizerState {
  readonly grammar: IGrammar | undefined;
  readonly stack: StateStack;
}

/** Tokenises lines with TextMate grammars and gives the tokens the styles of a theme. */
export class TextMateTokenizer {
  readonly #files = new Map<string, GrammarFile>();
  readonly #scopes = new Map<string, string>();
  readonly #patterns = new Map<string, RegExp | Error>();
  #rules: readonly TokenRule[] = [];
  #registry: Registry | undefined;
  #colorMap: readonly string[] = [];
  #styles: string[] = [];
  #styleIndexes = new Map<number, number>();

  /** Every style that was given so far, since the theme was set. */
  get styles(): readonly string[] {
    return this.#styles;
  }

  /** States and styles of before are void. */
  setTheme(rules: readonly TokenRule[]): void {
    this.#rules = rules;
    this.#registry = undefined;
    this.#styles = [];
    this.#styleIndexes = new Map();
  }

  addGrammar(language: string, scopeName: string, files: readonly GrammarFile[]): void {
    this.#scopes.set(language, scopeName);
    for (const file of files) {
      this.#files.set(file.scopeName, file);
    }
    // A registry looks once for what its grammars include. The blocks that are open keep the grammars of the old one.
    this.#registry = undefined;
  }

  /** Where code in this language begins. */
  initialState(language: string): TokenizerState {
    const scopeName = this.#scopes.get(language);
    this.#registry ??= this.#createRegistry();
    const grammar = scopeName === undefined ? null : this.#registry.loadGrammar(scopeName);
    return { grammar: grammar ?? undefined, stack: INITIAL };
  }

  /** @param line without its end */
  tokenizeLine(line: string, state: TokenizerState): { line: LineTokens; state: TokenizerState } {
    const { grammar, stack } = state;
    if (grammar === undefined || line.length > MAX_LINE_CHARS) {
      return { line: line === '' ? [] : [line.length, this.#styleIndexOf(DEFAULT_ATTRIBUTES)], state };
    }
    const { tokens, ruleStack } = grammar.tokenizeLine2(line, stack);
    const coloured: LineTokens = [];
    for (let at = 0; at < tokens.length; at += 2) {
      const begin = tokens[at] ?? 0;
      const end = Math.min(tokens[at + 2] ?? line.length, line.length);
      if (end > begin) {
        coloured.push(end - begin, this.#styleIndexOf(tokens[at + 1] ?? 0));
      }
    }
    return { line: coloured, state: { grammar, stack: ruleStack } };
  }

  #styleIndexOf(attributes: number): number {
    const foreground = (attributes >>> FOREGROUND_SHIFT) & FOREGROUND_MASK;
    const fontStyle = (attributes >>> FONT_STYLE_SHIFT) & FONT_STYLE_MASK;
    const key = (foreground << 4) | fontStyle;
    const known = this.#styleIndexes.get(key);
    if (known !== undefined) {
      return known;
    }
    const colour = this.#colorMap[foreground] ?? DEFAULT_COLOR;
    const words = FONT_STYLES.filter((_, bit) => fontStyle & (1 << bit));
    const style = [...(colour === DEFAULT_COLOR ? [] : [colour.toLowerCase()]), ...words].join(' ');
    this.#styleIndexes.set(key, this.#styles.length);
    this.#styles.push(style);
    return this.#styles.length - 1;
  }

  #createRegistry(): Registry {
    // The engine knows patterns that it translated before, whatever grammar they are of.
    const engine = createJavaScriptRegexEngine({ forgiving: true, cache: this.#patterns });
    const registry = new Registry({
      onigLib: {
        createOnigScanner: (patterns) => engine.createScanner(patterns),
        createOnigString: (text) => engine.createString(text),
      },
      theme: {
        settings: [
          { settings: { foreground: DEFAULT_COLOR } },
          ...this.#rules.map(({ scope, foreground, fontStyle }) => ({
            ...(scope.length > 0 && { scope }),
            settings: omitUndefined({ foreground, fontStyle }),
          })),
        ],
      },
      loadGrammar: (scopeName) => {
        const file = this.#files.get(scopeName);
        return file === undefined ? undefined : (JSON.parse(file.json) as IRawGrammar);
      },
      getInjections: (scopeName) =>
        [...this.#files.values()]
          .filter(({ injectTo }) => injectTo.includes(scopeName))
          .map((file) => file.scopeName),
    });
    // The same for the same theme, whichever registry it is.
    this.#colorMap = registry.getColorMap();
    return registry;
  }
}
