import * as vscode from 'vscode';
import type { CodeBlockPlace } from '../protocol/toHost.ts';

/** Where the keyboard is in the panel, with the keys by which `package.json` gives commands their keys. */
export class PanelFocus {
  #codeBlock: CodeBlockPlace | undefined;

  /** The code block that has the keyboard, or had it before a box of VS Code took it. */
  get codeBlock(): CodeBlockPlace | undefined {
    return this.#codeBlock;
  }

  async set(hasFocus: boolean, codeBlock: CodeBlockPlace | undefined): Promise<void> {
    this.#codeBlock = codeBlock;
    await setKey('assistant.panelFocused', hasFocus);
    await setKey('assistant.codeBlockFocused', codeBlock !== undefined);
  }
}

async function setKey(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
