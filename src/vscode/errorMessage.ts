import type * as vscode from 'vscode';
import { joined, notify, type UiText } from './vscodeUi.ts';

/** Why an action failed, as a sentence for the user. `undefined` if it succeeded or the user canceled. */
export type ErrorMessage = UiText | undefined;

/**
 * How an action ended: why it failed or, as `info`, a sentence about its success, and the document of which it has opened a
 * review. `undefined` if there is no more to say.
 */
export type ActionResult = ErrorMessage | { readonly info: UiText; readonly reviewed?: vscode.TextDocument };

interface MessageButton {
  label: UiText;
  run(): unknown;
}

/** Buttons by message, since a message is passed on as text: thrown, to the panel, or with another sentence. */
const buttons = new Map<UiText, MessageButton>();

/** Returns the message, which asks the user for something, and has notifications show a button that does it. */
export function withButton(message: UiText, label: UiText, run: () => unknown): UiText {
  buttons.set(message, { label, run });
  return message;
}

interface MessageOptions {
  severity?: Parameters<typeof notify>[0];
  /** A sentence that follows the message. */
  addition?: UiText;
  /** Called after the button of the message has done what it does. */
  onDone?(): unknown;
}

/** Shows a notification, with the button of the message. Does nothing for `undefined`. */
export function showMessage(
  message: ErrorMessage,
  { severity = 'Information', addition, onDone }: MessageOptions = {},
): void {
  if (!message) {
    return;
  }
  const button = buttons.get(message);
  const text = addition === undefined ? message : joined([message, addition], ' ');
  void notify(severity, text, ...(button === undefined ? [] : [button.label])).then(async (chosen) => {
    if (button !== undefined && chosen === button.label) {
      await button.run();
      await onDone?.();
    }
  });
}

/** Shows the result of a command. */
export function showResult(result: ActionResult): void {
  showMessage(typeof result === 'object' ? result.info : result);
}
