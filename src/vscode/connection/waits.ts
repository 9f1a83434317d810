import * as vscode from 'vscode';
import type { Wait } from '../../contract/replyEvent.ts';
import type { WaitView } from '../../protocol/views.ts';
import { waitView } from './waitViews.ts';

const SECOND = 1000;
/** From here on minutes are easier to read. Seconds. */
const MANY_SECONDS = 90;

/**
 * Gives what is to be told of the waits of a request: while it is held back, `show` gets the sentence with the time
 * that is left, every second, and nothing when it goes on. After an abort it gets no more.
 */
export function countingDown(show: (text?: string) => void, signal: AbortSignal): (wait?: Wait) => void {
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
      countdown = showCountdown(waitView(wait, Date.now()), show);
    }
  };
}

/** Shows the sentence of a wait with the time that is left, at once and then every second, until it is disposed. */
export function showCountdown({ message, ms }: WaitView, show: (text: string) => void): vscode.Disposable {
  const end = performance.now() + ms;
  const update = (): void => show(message.replace('{0}', timeText(end - performance.now())));
  update();
  const timer = setInterval(update, SECOND);
  return new vscode.Disposable(() => clearInterval(timer));
}

/** A time in ms as people read it, in whole seconds and never below nought. */
function timeText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return seconds <= MANY_SECONDS
    ? vscode.l10n.t('{0} s', seconds)
    : vscode.l10n.t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}
