import * as vscode from 'vscode';
import type { WorkspaceLabel } from '../core/history/records/record.ts';

/** What a conversation that begins here is labelled with; `undefined` where no folder is open. */
export function workspaceLabel(): WorkspaceLabel | undefined {
  const address = vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const { name } = vscode.workspace;
  return address === undefined || name === undefined ? undefined : { id: address.toString(), name };
}
