import type * as vscode from 'vscode';

/** What VS Code has for folders that need not be on a disk: `vscode.workspace.fs`, or a part of it. */
export type SegmentFileSystem = Pick<
  vscode.FileSystem,
  'delete' | 'readDirectory' | 'readFile' | 'stat' | 'writeFile'
>;

/** `vscode.FileType.File`, and nothing that is a link too. */
export const FILE = 1;

export function childOf(folder: vscode.Uri, name: string): vscode.Uri {
  return folder.with({ path: `${folder.path}/${name}` });
}
