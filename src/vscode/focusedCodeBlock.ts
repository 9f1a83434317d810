import * as vscode from 'vscode';
import type { CodeBlockPlace } from '../protocol/toHost.ts';

/** Which code block of the panel has the keyboard, or had it before a box of VS Code took it. */
export class FocusedCodeBlock {
  #place: CodeBlockPlace | undefined;

  get place(): CodeBlockPlace | undefined {
    return this.#place;
  }

  async set(place: CodeBlockPlace | undefined): Promise<void> {
    this.#place = place;
    await vscode.commands.executeCommand('setContext', 'assistant.codeBlockFocused', place !== undefined);
  }
}
