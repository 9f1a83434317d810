import * as vscode from 'vscode';
import type { WorkspaceLabel } from '../core/history/records/record.ts';

/** Label for conversations that are created in this window. `undefined` if no folder is open. */
export function workspaceLabel(): WorkspaceLabel | undefined {
  const uri = vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const { name } = vscode.workspace;
  return uri === undefined || name === undefined ? undefined : { id: uri.toString(), name };
}
