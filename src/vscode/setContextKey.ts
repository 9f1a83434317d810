import * as vscode from 'vscode';

/** Sets a key for the `when` clauses of `package.json`. */
export async function setContextKey(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
