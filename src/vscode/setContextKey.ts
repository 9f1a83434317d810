import * as vscode from 'vscode';

/** Sets a key by which `package.json` says when commands, menus and keys hold. */
export async function setContextKey(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
