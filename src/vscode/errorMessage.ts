import * as vscode from 'vscode';

/** Why an action failed, as a sentence for the user. `undefined` if it succeeded or the user canceled. */
export type ErrorMessage = string | undefined;

/** Does nothing for `undefined`. */
export function showMessage(message: ErrorMessage): void {
  if (message) {
    void vscode.window.showInformationMessage(message);
  }
}
