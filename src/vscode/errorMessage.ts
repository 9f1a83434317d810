import type * as vscode from 'vscode';
import { notify, type UiText } from './vscodeUi.ts';

/** Why an action failed, as a sentence for the user. `undefined` if it succeeded or the user canceled. */
export type ErrorMessage = UiText | undefined;

/**
 * How an action ended: why it failed or, as `info`, a sentence about its success, and the document of which it has opened a
 * review. `undefined` if there is no more to say.
 */
export type ActionResult = ErrorMessage | { readonly info: UiText; readonly reviewed?: vscode.TextDocument };

/** Does nothing for `undefined`. */
export function showMessage(message: ErrorMessage): void {
  if (message) {
    void notify('Information', message);
  }
}

/** Shows the result of a command. */
export function showResult(result: ActionResult): void {
  showMessage(typeof result === 'object' ? result.info : result);
}
