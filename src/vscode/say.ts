import * as vscode from 'vscode';
import type { Problem } from './problem.ts';

/** Says why something could not be done; nothing where it was. */
export function say(message: Problem): void {
  if (message !== undefined) {
    void vscode.window.showInformationMessage(message);
  }
}
