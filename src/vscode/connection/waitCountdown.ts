import * as vscode from 'vscode';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Wait } from '../../contract/replyEvent.ts';
import type { WaitView } from '../../protocol/conversation.ts';
import { failureSentence } from '../failures/failureText.ts';
import { foreign, plainText, t, type UiText } from '../uiText.ts';

/** Placeholder for the remaining time, replaced when the message is shown. */
const TIME_LEFT_PLACEHOLDER = '{0}';

const SECOND_MS = 1000;
/** Longer durations are shown in minutes and seconds. */
const MAX_SHOWN_SECONDS = 90;

/** Says why a request waits, in a message with a placeholder for the remaining time. */
export function toWaitView(wait: Wait): WaitView {
  return { message: plainText(waitMessage(wait)), remainingMs: Math.max(0, wait.until - performance.now()) };
}

function waitMessage({ reason, failure }: Wait): UiText {
  switch (reason) {
    case 'pacing':
      return t(
        'The limit of {1} requests per minute is reached. Sending in {0}.',
        TIME_LEFT_PLACEHOLDER,
        MAX_REQUESTS_PER_MINUTE,
      );
    case 'rateLimited':
      // Without a failure, the service rejected another request, or the user chose to wait and retry.
      return failure === undefined
        ? t('The service asked to wait (429). Sending in {0}.', TIME_LEFT_PLACEHOLDER)
        : t('The service asked to wait (429). Retrying in {0}.', TIME_LEFT_PLACEHOLDER);
    case 'retry': {
      const cause = failure === undefined ? t('The request failed.') : failureSentence(failure, '');
      return t('{1} Retrying in {0}.', TIME_LEFT_PLACEHOLDER, cause);
    }
  }
}

/**
 * Creates a listener for the waits of a request. During a wait, calls `show` every second with the message and the
 * remaining time, and without an argument when the wait ends. Stops on abort.
 */
export function createCountdown(show: (text?: UiText) => void, signal: AbortSignal): (wait?: Wait) => void {
  let countdown: vscode.Disposable | undefined;
  signal.addEventListener('abort', () => countdown?.dispose(), { once: true });
  return (wait) => {
    countdown?.dispose();
    if (signal.aborted) {
      return;
    }
    if (wait === undefined) {
      show();
    } else {
      countdown = showCountdown(toWaitView(wait), show);
    }
  };
}

/** Shows the message with the remaining time, immediately and then every second, until disposed. */
export function showCountdown(
  { message, remainingMs }: WaitView,
  show: (text: UiText) => void,
): vscode.Disposable {
  const end = performance.now() + remainingMs;
  const update = (): void =>
    show(foreign(message.replace('{0}', plainText(formatDuration(end - performance.now())))));
  update();
  const timer = setInterval(update, SECOND_MS);
  return new vscode.Disposable(() => clearInterval(timer));
}

/** Rounds up to whole seconds; negative durations are shown as 0 s. */
function formatDuration(ms: number): UiText {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return seconds <= MAX_SHOWN_SECONDS
    ? t('{0} s', seconds)
    : t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}
