import * as vscode from 'vscode';
import { toErrorMessage } from '../core/toErrorMessage.ts';
import { foreign, joined, plainText, t, type UiText } from './uiText.ts';
import { type MessageButton, notify } from './vscodeUi.ts';

/** Why an action failed. */
export interface ActionError {
  readonly kind: 'error';
  readonly text: UiText;
  readonly button?: MessageButton | undefined;
  /** The notice about the context window says it too. */
  readonly isOverflow?: true;
  /** The attachments that are the cause: without them, the question could be sent. */
  readonly attachmentIds?: readonly string[];
}

/** What is said of a success. */
export interface ActionInfo {
  readonly kind: 'info';
  readonly text: UiText;
  readonly button?: MessageButton | undefined;
}

/** The user canceled, so nothing was done, and there is nothing to say. */
export interface Canceled {
  readonly kind: 'canceled';
}

/** Why an action was not done. `undefined` if it was, or has ended without a word. */
export type ErrorResult = ActionError | Canceled | undefined;

/** How an action ended. `undefined` if there is no more to say than that it has ended. */
export type ActionResult = ErrorResult | ActionInfo;

export const CANCELED: Canceled = { kind: 'canceled' };

export function failed(text: UiText, more: Omit<ActionError, 'kind' | 'text'> = {}): ActionError {
  return { kind: 'error', text, ...more };
}

export function info(text: UiText, button?: MessageButton): ActionInfo {
  return { kind: 'info', text, button };
}

/** A button that starts to connect. */
export function connectButton(label = t('Connect…')): MessageButton {
  return { label, run: () => vscode.commands.executeCommand('assistant.connect') };
}

/** An error that carries what the user is told, with its button. */
export class ToldError extends Error {
  readonly told: ActionError;

  constructor(told: ActionError) {
    super(plainText(told.text));
    this.told = told;
  }
}

interface MessageOptions {
  severity?: Parameters<typeof notify>[0];
  /** A sentence that follows the message. */
  addition?: UiText;
  /** Called after the button of the message has done what it does. */
  onDone?(): unknown;
}

/** Shows a sentence, or what is to be said of how an action ended, as a notification with its button. */
export function showMessage(
  message: UiText | ActionResult,
  { severity = 'Information', addition, onDone }: MessageOptions = {},
): void {
  if (message === undefined) {
    return;
  }
  const said = 'kind' in message ? message : info(message);
  if (said.kind === 'canceled') {
    return;
  }
  const { button } = said;
  const text = addition === undefined ? said.text : joined([said.text, addition], ' ');
  const run = async (): Promise<void> => {
    await button?.run();
    await onDone?.();
  };
  void notify(severity, text, ...(button === undefined ? [] : [{ ...button, run }]));
}

/**
 * Returns an error for the panel or, if that shows another conversation by now, shows it as a notification.
 * @param isShown whether the panel still shows the conversation in which the user acted
 */
export function errorInPanel(error: ErrorResult, isShown: boolean): ErrorResult {
  if (isShown) {
    return error;
  }
  showMessage(error);
  return undefined;
}

/** What is said of something that was thrown. */
export function toActionError(thrown: unknown): ActionError {
  return thrown instanceof ToldError ? thrown.told : failed(foreign(toErrorMessage(thrown)));
}
