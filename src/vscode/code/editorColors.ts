import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { TokenRule } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { activeTheme, THEME_SETTINGS } from './activeTheme.ts';
import { type Contributions, readContributions } from './contributions.ts';
import { readGrammars } from './grammarFiles.ts';
import { readCustomRules, readThemeRules, TOKEN_COLORS_SETTING } from './tokenRules.ts';

/**
 * Gives the panel what the editor colours code with: the grammars of the installed extensions, and the colours of
 * the theme in use. Nothing is read before the panel shows code in a language.
 */
export class EditorColors implements vscode.Disposable {
  readonly #post: (message: ToPanel) => void;
  readonly #extensions: () => readonly vscode.Extension<unknown>[];
  readonly #listeners: vscode.Disposable;
  #contributions: Contributions | undefined;
  /** The rules that the panel has, as JSON; `undefined` as long as it has asked for nothing. */
  #postedRules: string | undefined;
  /** Counts the readings: only what the last of them finds is told. */
  #lastRead = 0;

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
        if (
          [...THEME_SETTINGS, TOKEN_COLORS_SETTING].some((setting) => change.affectsConfiguration(setting))
        ) {
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
    this.#postedRules = undefined;
  }

  /** The panel shows code in this language, named as the code block's fence does. */
  async sendGrammar(language: string): Promise<void> {
    if (this.#postedRules === undefined) {
      await this.#postRules();
    }
    const found = await readGrammars(this.#readContributions(), language);
    this.#post({
      type: 'grammar',
      language,
      ...omitUndefined({ scopeName: found?.scopeName }),
      files: found?.files ?? [],
    });
  }

  /** The rules of the theme in use; `undefined` where they can't be read. */
  async readRules(): Promise<TokenRule[] | undefined> {
    const theme = activeTheme(this.#readContributions().themes, vscode.window.activeColorTheme.kind);
    const rules = theme && (await readThemeRules(theme.file));
    return theme && rules && [...rules, ...readCustomRules(theme.id ?? theme.label ?? '')];
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #update(): Promise<void> {
    if (this.#postedRules !== undefined) {
      await this.#postRules();
    }
  }

  /** Several events tell of one change, so the same rules are not told twice. */
  async #postRules(): Promise<void> {
    const read = ++this.#lastRead;
    const rules = await this.readRules();
    if (read !== this.#lastRead) {
      return;
    }
    const json = JSON.stringify(rules ?? null);
    if (json !== this.#postedRules) {
      this.#postedRules = json;
      this.#post({ type: 'codeTheme', ...omitUndefined({ rules }) });
    }
  }

  #readContributions(): Contributions {
    this.#contributions ??= readContributions(this.#extensions());
    return this.#contributions;
  }
}
