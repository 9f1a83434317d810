import type * as vscode from 'vscode';

/**
 * Where a file is after renames that VS Code tells of, of itself or of a folder that contains it. `undefined` if none of
 * them is about it.
 */
export function renamedUri(
  uri: vscode.Uri,
  { files }: Pick<vscode.FileRenameEvent, 'files'>,
): vscode.Uri | undefined {
  for (const { oldUri, newUri } of files) {
    const isSamePlace = uri.scheme === oldUri.scheme && uri.authority === oldUri.authority;
    if (isSamePlace && (uri.path === oldUri.path || uri.path.startsWith(`${oldUri.path}/`))) {
      return newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) });
    }
  }
  return undefined;
}
