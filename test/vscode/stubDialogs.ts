import * as vscode from 'vscode';

type Dialog = keyof typeof vscode.window &
  (
    | 'showSaveDialog'
    | 'showOpenDialog'
    | 'showQuickPick'
    | 'showInputBox'
    | 'showInformationMessage'
    | 'showErrorMessage'
    | 'showWarningMessage'
  );

/** Answers VS Code's dialogs in the place of a person, and keeps what they were asked with. */
export class StubDialogs {
  readonly #own = new Map<string, unknown>();
  /** What was said or asked, in order. */
  readonly said: string[] = [];

  /** @param answer is given what the dialog was opened with */
  answer(dialog: Dialog, answer: (...asked: never[]) => unknown): void {
    this.#keep(dialog);
    Object.assign(vscode.window, { [dialog]: async (...asked: never[]) => answer(...asked) });
  }

  /** Keeps what messages of this kind say, and presses the button of that label where there is one. */
  hear(dialog: Dialog, press?: string): void {
    this.answer(dialog, (text: string, ...more: unknown[]) => {
      this.said.push(text);
      return more.find((label) => label === press);
    });
  }

  /** VS Code's own dialogs again. */
  restore(): void {
    Object.assign(vscode.window, Object.fromEntries(this.#own));
    this.#own.clear();
  }

  #keep(dialog: Dialog): void {
    if (!this.#own.has(dialog)) {
      this.#own.set(dialog, vscode.window[dialog]);
    }
  }
}
