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

/** Longer lines are not tokenized, as in the editor, and don't change the state. UTF-16 code units. */
const MAX_LINE_CHARS = 5000;

/** Placeholder for the default text color, which the panel sets itself. No theme uses this color. */
const DEFAULT_COLOR = '#01020304';

// Bit layout of a token's metadata from `tokenizeLine2` of vscode-textmate.
const FONT_STYLE_SHIFT = 11;
const FONT_STYLE_MASK = 0b1111;
const FOREGROUND_SHIFT = 15;
const FOREGROUND_MASK = 0b1_1111_1111;
/** Color 1 of a theme is its default foreground. */
const DEFAULT_ATTRIBUTES = 1 << FOREGROUND_SHIFT;
const FONT_STYLES = ['italic', 'bold', 'underline', 'strikethrough'];

/** State of a grammar after a line. Only valid for that grammar. */
export interface TokenizerState {
  readonly grammar: IGrammar | undefined;
  readonly stack: StateStack;
}

/** Tokenizes lines with TextMate grammars and applies the styles of a theme. */
export class TextMateTokenizer {
  readonly #files = new Map<string, GrammarFile>();
  readonly #scopes = new Map<string, string>();
  readonly #patterns = new Map<string, RegExp | Error>();
  #rules: readonly TokenRule[] = [];
  #registry: Registry | undefined;
  #colorMap: readonly string[] = [];
  #styles: string[] = [];
  #styleIndexes = new Map<number, number>();

  /** All styles used since the theme was set. */
  get styles(): readonly string[] {
    return this.#styles;
  }

  /** Invalidates all previous states and styles. */
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
    // A registry resolves the includes of its grammars only once. Open blocks keep the grammars of the old registry.
    this.#registry = undefined;
  }

  initialState(language: string): TokenizerState {
    const scopeName = this.#scopes.get(language);
    this.#registry ??= this.#createRegistry();
    const grammar = scopeName === undefined ? null : this.#registry.loadGrammar(scopeName);
    return { grammar: grammar ?? undefined, stack: INITIAL };
  }

  /** @param line without its line end */
  tokenizeLine(line: string, state: TokenizerState): { line: LineTokens; state: TokenizerState } {
    const { grammar, stack } = state;
    if (grammar === undefined || line.length > MAX_LINE_CHARS) {
      return { line: line === '' ? [] : [line.length, this.#styleIndexOf(DEFAULT_ATTRIBUTES)], state };
    }
    const { tokens, ruleStack } = grammar.tokenizeLine2(line, stack);
    const lineTokens: LineTokens = [];
    for (let index = 0; index < tokens.length; index += 2) {
      const begin = tokens[index] ?? 0;
      const end = Math.min(tokens[index + 2] ?? line.length, line.length);
      if (end > begin) {
        lineTokens.push(end - begin, this.#styleIndexOf(tokens[index + 1] ?? 0));
      }
    }
    return { line: lineTokens, state: { grammar, stack: ruleStack } };
  }

  #styleIndexOf(attributes: number): number {
    const foreground = (attributes >>> FOREGROUND_SHIFT) & FOREGROUND_MASK;
    const fontStyle = (attributes >>> FONT_STYLE_SHIFT) & FONT_STYLE_MASK;
    const key = (foreground << 4) | fontStyle;
    const existing = this.#styleIndexes.get(key);
    if (existing !== undefined) {
      return existing;
    }
    const color = this.#colorMap[foreground] ?? DEFAULT_COLOR;
    const words = FONT_STYLES.filter((_, bit) => fontStyle & (1 << bit));
    const style = [...(color === DEFAULT_COLOR ? [] : [color.toLowerCase()]), ...words].join(' ');
    this.#styleIndexes.set(key, this.#styles.length);
    this.#styles.push(style);
    return this.#styles.length - 1;
  }

  #createRegistry(): Registry {
    // The cache shares translated patterns between registries.
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
    // Depends on the theme alone, not on the registry.
    this.#colorMap = registry.getColorMap();
    return registry;
  }
}
