import * as vscode from 'vscode';
import type { FailureKind } from '../../contract/failure.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Wait } from '../../contract/replyEvent.ts';
import type { WaitView } from '../../protocol/conversation.ts';
import { failureSentence } from '../failures/failureText.ts';

/** Stands in the sentence where whoever shows it puts the time that is left. */
const TIME_LEFT_PLACEHOLDER = '{0}';

/** After these no connection was made. After any other the service may have had the request, and done the work. */
const NOT_SENT_FAILURES: ReadonlySet<FailureKind> = new Set([
  'hostNotFound',
  'offline',
  'refused',
  'notSecure',
]);

const SECOND_MS = 1000;
/** In seconds: above this, minutes are easier to read. */
const MAX_SHOWN_SECONDS = 90;

/**
 * Why a request is held back, in words, with a gap for the time that is left.
 * @param now ms since 1970
 */
export function toWaitView(wait: Wait, now: number): WaitView {
  return { message: waitMessage(wait), remainingMs: Math.max(0, wait.until - now) };
}

function waitMessage({ reason, failure }: Wait): string {
  const { t } = vscode.l10n;
  switch (reason) {
    case 'pacing':
      return t(
        'The limit of {1} requests per minute is reached. Sending in {0}.',
        TIME_LEFT_PLACEHOLDER,
        MAX_REQUESTS_PER_MINUTE,
      );
    case 'rateLimited':
      // Without a failure it was another request that the service refused, or this one was taken up anew.
      return failure === undefined
        ? t('The service asked to wait (429). Sending in {0}.', TIME_LEFT_PLACEHOLDER)
        : t('The service asked to wait (429). Retrying in {0}.', TIME_LEFT_PLACEHOLDER);
    case 'repeat': {
      const cause = failure === undefined ? t('The request failed.') : failureSentence(failure, '');
      return failure !== undefined && NOT_SENT_FAILURES.has(failure.kind)
        ? t('{1} Retrying in {0}.', TIME_LEFT_PLACEHOLDER, cause)
        : t('{1} Retrying in {0}. The service may count both requests.', TIME_LEFT_PLACEHOLDER, cause);
    }
  }
}

/**
 * Gives what is to be told of the waits of a request: while it is held back, `show` gets the sentence with the time
 * that is left, every second, and nothing when it goes on. After an abort it gets no more.
 */
export function createCountdown(show: (text?: string) => void, signal: AbortSignal): (wait?: Wait) => void {
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
      countdown = showCountdown(toWaitView(wait, Date.now()), show);
    }
  };
}

/** Shows the sentence of a wait with the time that is left, at once and then every second, until it is disposed. */
export function showCountdown(
  { message, remainingMs }: WaitView,
  show: (text: string) => void,
): vscode.Disposable {
  const end = performance.now() + remainingMs;
  const update = (): void => show(message.replace('{0}', formatDuration(end - performance.now())));
  update();
  const timer = setInterval(update, SECOND_MS);
  return new vscode.Disposable(() => clearInterval(timer));
}

/** A time in ms as people read it, in whole seconds and never below nought. */
function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return seconds <= MAX_SHOWN_SECONDS
    ? vscode.l10n.t('{0} s', seconds)
    : vscode.l10n.t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}
