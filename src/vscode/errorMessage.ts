import { buttonOf, joined, notify, type UiText } from './vscodeUi.ts';

/** Why an action failed, as a sentence for the user. `undefined` if it succeeded or the user canceled. */
export type ErrorMessage = UiText | undefined;

/**
 * How an action ended: why it failed or, as `info`, a sentence about its success. `undefined` if there is no more to say.
 */
export type ActionResult = ErrorMessage | { readonly info: UiText };

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
  const button = buttonOf(message);
  const text = addition === undefined ? message : joined([message, addition], ' ');
  void notify(severity, text, ...(button === undefined ? [] : [button.label])).then(async (chosen) => {
    if (button !== undefined && chosen === button.label) {
      await button.run();
      await onDone?.();
    }
  });
}

/**
 * Returns an error for the panel or, if that shows another conversation by now, shows it as a notification.
 * @param isShown whether the panel still shows the conversation in which the user acted
 */
export function errorInPanel(error: ErrorMessage, isShown: boolean): ErrorMessage {
  if (isShown) {
    return error;
  }
  showMessage(error);
  return undefined;
}

/** Shows the result of a command. */
export function showResult(result: ActionResult): void {
  showMessage(typeof result === 'object' ? result.info : result);
}
