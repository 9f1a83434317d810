import * as vscode from 'vscode';
import type { WaitView } from '../protocol/views.ts';

const SECOND = 1000;
/** From here on minutes are easier to read. Seconds. */
const MANY_SECONDS = 90;

/** Shows the sentence of a wait with the time that is left, at once and then every second, until it is disposed. */
export function showCountdown({ message, until }: WaitView, show: (text: string) => void): vscode.Disposable {
  const update = (): void => show(message.replace('{0}', timeText(until - Date.now())));
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
