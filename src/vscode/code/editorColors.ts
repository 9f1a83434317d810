import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { TokenRule } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { candidateThemes, THEME_SETTINGS } from './activeTheme.ts';
import { type Contributions, readContributions } from './contributions.ts';
import { readGrammars } from './grammarFiles.ts';
import { readCustomRules, readThemeRules, TOKEN_COLORS_SETTING } from './tokenRules.ts';

/**
 * Sends the panel the grammars of the installed extensions and the token colors of the active theme. Reads nothing
 * before the panel shows code. Without a grammar, and in an extension host without VS Code's own extensions, code has no
 * colors, as in an editor of an unknown language.
 */
export class EditorColors implements vscode.Disposable {
  readonly #post: (message: ToPanel) => void;
  readonly #extensions: () => readonly vscode.Extension<unknown>[];
  readonly #listeners: vscode.Disposable;
  #contributions: Contributions | undefined;
  /** The rules that the panel has, as JSON; `undefined` until it requests a grammar. */
  #postedRules: string | undefined;
  /** Number of the latest read: results of earlier ones are dropped. */
  #lastRead = 0;

  /** @param extensions those of this extension host; extensions of another host are not available */
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

  /** Called when a new page of the panel starts without any rules. */
  forget(): void {
    this.#postedRules = undefined;
  }

  /** @param language as named on the code block's fence */
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

  /**
   * The rules of the active theme or, if it can't be read, those of VS Code's default theme of the same kind. Returns
   * `undefined` if this extension host has neither.
   */
  async readRules(): Promise<TokenRule[] | undefined> {
    const { themes } = this.#readContributions();
    for (const theme of candidateThemes(themes, vscode.window.activeColorTheme.kind)) {
      const rules = await readThemeRules(theme.file);
      if (rules !== undefined) {
        return [...rules, ...readCustomRules(theme.id ?? theme.label ?? '')];
      }
    }
    return undefined;
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #update(): Promise<void> {
    if (this.#postedRules !== undefined) {
      await this.#postRules();
    }
  }

  /** One change can fire several events, so unchanged rules are not posted again. */
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
