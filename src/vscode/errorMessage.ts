import * as vscode from 'vscode';

/** Why something could not be done: a sentence for people, or `undefined` when it was done. */
export type ErrorMessage = string | undefined;

/** Says why something could not be done; nothing where it was, or where the user gave up. */
export function showMessage(message: ErrorMessage): void {
  if (message) {
    void vscode.window.showInformationMessage(message);
  }
}
