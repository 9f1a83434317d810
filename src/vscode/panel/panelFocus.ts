import * as vscode from 'vscode';
import type { FocusedCodeBlock } from '../../protocol/toHost.ts';
import { setContextKey } from '../setContextKey.ts';
import type { FocusKeeper } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import type { MessageReceiver } from './chatWebview.ts';

/** How long a busy VS Code may take to show the page that gets the focus, in ms. */
const SHOW_TIMEOUT_MS = 3000;

/** How long the focus may then take to reach the page, in ms. It never reaches one that is hidden. */
const ARRIVAL_TIMEOUT_MS = 300;

/** How long VS Code may take to give the focus back after a menu or a dialog, in ms. */
const RETURN_TIMEOUT_MS = 1000;

/** How often the focus is given to the page: VS Code may give it to the editor after the first time. */
const MAX_ATTEMPTS = 3;

/**
 * Tracks the focus in the panel, sets the context keys that keybindings in `package.json` depend on, and gives the focus
 * back to the panel when an input has closed and the panel was used last: VS Code gives it to the editor instead, where
 * the next letters would change a file. That is also so for inputs that the Command Palette or the title bar opened.
 */
export class PanelFocus implements FocusKeeper, vscode.Disposable {
  readonly #listeners: vscode.Disposable;
  /** The webview that has the focus, or had it last. */
  #webview: MessageReceiver | undefined;
  #hasFocus = false;
  #codeBlock: FocusedCodeBlock | undefined;
  /** Values of the context keys. */
  #keys = '';
  #openInputs = 0;
  /** Whether the panel had the focus when the last input opened. */
  #hadFocus = false;
  /** Whether no editor was used since the panel had the focus, as far as extensions can know. */
  #isLastUsed = false;
  /** Resolves when no focus is on its way to the page. It would arrive while an input is open, and close it. */
  #arrived: Promise<void> = Promise.resolve();
  #onArrived = (): void => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { Mouse, Keyboard } = vscode.TextEditorSelectionChangeKind;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#isLastUsed &&= editor === undefined;
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        this.#isLastUsed &&= kind !== Mouse && kind !== Keyboard;
      }),
    );
  }

  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** The code block that has the focus, or had it before a VS Code input took it, and what is selected in it. */
  get codeBlock(): FocusedCodeBlock | undefined {
    return this.#codeBlock;
  }

  /** Called when a webview reports its focus. */
  async update(
    webview: MessageReceiver,
    hasFocus: boolean,
    codeBlock: FocusedCodeBlock | undefined,
  ): Promise<void> {
    // A webview may report that it lost the focus only after another has reported that it gained it.
    if (!hasFocus && this.#webview !== webview) {
      return;
    }
    this.#webview = webview;
    this.#hasFocus = hasFocus;
    this.#codeBlock = codeBlock;
    if (hasFocus) {
      this.#isLastUsed = true;
      this.#onArrived();
    }
    // Not for each change of the selected part.
    const keys = `${hasFocus} ${codeBlock !== undefined}`;
    if (keys !== this.#keys) {
      this.#keys = keys;
      await setContextKey('assistant.panelFocused', hasFocus);
      await setContextKey('assistant.codeBlockFocused', codeBlock !== undefined);
    }
  }

  /** Expects the focus back after a command of a menu in the panel: VS Code may give it back to the page only now. */
  onMenuCommand(): void {
    if (!this.#hasFocus) {
      this.#arrived = this.#arrival(RETURN_TIMEOUT_MS);
    }
  }

  async onWillOpen(): Promise<void> {
    this.#openInputs += 1;
    await this.#arrived;
    this.#hadFocus = this.#hasFocus;
  }

  onDidClose(isDialog: boolean): void {
    this.#openInputs -= 1;
    clearTimeout(this.#timer);
    const isReturned = isDialog && this.#hadFocus;
    // Not if the next input opens right away.
    this.#timer = setTimeout(() => {
      this.#arrived = this.#restore(isReturned);
    });
  }

  /**
   * Gives the focus to the page until the page has it, unless the user does something else.
   * @param isReturned whether VS Code gives it back: a page that gets it again loses the keys that are pressed meanwhile
   */
  async #restore(isReturned: boolean): Promise<void> {
    const isWanted = (): boolean => this.#isLastUsed && !this.#hasFocus && this.#openInputs === 0;
    if (isReturned && isWanted()) {
      await this.#arrival(RETURN_TIMEOUT_MS);
    }
    for (let attempt = 0; attempt < MAX_ATTEMPTS && isWanted(); attempt++) {
      // If the view can't be shown, the focus stays where it is.
      await withTimeout(SHOW_TIMEOUT_MS, this.#webview?.restoreFocus() ?? Promise.resolve(), undefined);
      if (!this.#hasFocus) {
        await this.#arrival(ARRIVAL_TIMEOUT_MS);
      }
    }
  }

  /** Resolves when the page reports that it has the focus, or has had the time to. */
  #arrival(timeoutMs: number): Promise<void> {
    const arrival = new Promise<void>((resolve) => {
      this.#onArrived = resolve;
    });
    return withTimeout(timeoutMs, arrival, undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#isLastUsed = false;
    this.#listeners.dispose();
  }
}
