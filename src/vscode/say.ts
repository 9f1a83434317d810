import * as vscode from 'vscode';
import type { Problem } from './problem.ts';

/** Says why something could not be done; nothing where it was, or where the user gave up. */
export function say(message: Problem): void {
  if (message) {
    void vscode.window.showInformationMessage(message);
  }
}
