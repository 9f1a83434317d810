import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { TokenRule } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { activeTheme, THEME_SETTINGS } from './activeTheme.ts';
import { type Contributions, readContributions } from './contributions.ts';
import { readGrammars } from './grammarFiles.ts';
import { customRules, readThemeRules, TOKEN_COLORS } from './tokenRules.ts';

/**
 * Gives the panel what the editor colours code with: the grammars of the installed extensions, and the colours of
 * the theme in use. Nothing is read before the panel shows code in a language.
 */
export class EditorColours implements vscode.Disposable {
  readonly #post: (message: ToPanel) => void;
  readonly #extensions: () => readonly vscode.Extension<unknown>[];
  readonly #listeners: vscode.Disposable;
  #contributions: Contributions | undefined;
  /** The rules that the panel has, as JSON; `undefined` as long as it has asked for nothing. */
  #told: string | undefined;
  /** Counts the readings: only what the last of them finds is told. */
  #reading = 0;

  /** @param extensions those that this extension host knows; others, of another machine, bring nothing */
  constructor(
    post: (message: ToPanel) => void,
    extensions: () => readonly vscode.Extension<unknown>[] = () => vscode.extensions.all,
  ) {
    this.#post = post;
    this.#extensions = extensions;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveColorTheme(() => this.#update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if ([...THEME_SETTINGS, TOKEN_COLORS].some((setting) => change.affectsConfiguration(setting))) {
          void this.#update();
        }
      }),
      vscode.extensions.onDidChange(() => {
        this.#contributions = undefined;
        void this.#update();
      }),
    );
  }

  /** A page of the panel begins, and knows nothing. */
  forget(): void {
    this.#told = undefined;
  }

  /** The panel shows code in this language, named as the code block's fence does. */
  async sendGrammar(language: string): Promise<void> {
    if (this.#told === undefined) {
      await this.#tellRules();
    }
    const found = await readGrammars(this.#all(), language);
    this.#post({
      type: 'grammar',
      language,
      ...defined({ scopeName: found?.scopeName }),
      files: found?.files ?? [],
    });
  }

  /** The rules of the theme in use; `undefined` where they can't be read. */
  async rules(): Promise<TokenRule[] | undefined> {
    const theme = activeTheme(this.#all().themes, vscode.window.activeColorTheme.kind);
    const rules = theme && (await readThemeRules(theme.file));
    return theme && rules && [...rules, ...customRules(theme.id ?? theme.label ?? '')];
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #update(): Promise<void> {
    if (this.#told !== undefined) {
      await this.#tellRules();
    }
  }

  /** Several events tell of one change, so the same rules are not told twice. */
  async #tellRules(): Promise<void> {
    const reading = ++this.#reading;
    const rules = await this.rules();
    if (reading !== this.#reading) {
      return;
    }
    const told = JSON.stringify(rules ?? null);
    if (told !== this.#told) {
      this.#told = told;
      this.#post({ type: 'codeTheme', ...defined({ rules }) });
    }
  }

  #all(): Contributions {
    this.#contributions ??= readContributions(this.#extensions());
    return this.#contributions;
  }
}
