import * as vscode from 'vscode';
import { platform } from '#platform';

/** Where a file really is. */
export interface ResolvedPath {
  /** Without symbolic links or, if they can't be followed here, the same as was asked for. */
  readonly uri: vscode.Uri;
  /** `false` if the path contains a symbolic link that can't be followed, so that it may lead anywhere. */
  readonly isResolved: boolean;
}

/**
 * Follows the symbolic links of a path, including those above its workspace folder. The file need not exist. Only Node.js
 * can follow links, on its own disk: elsewhere, only whether there is one can be told. Never rejects.
 */
export async function resolvePath(uri: vscode.Uri): Promise<ResolvedPath> {
  if (uri.scheme === 'file' && platform.realPath !== undefined) {
    const path = await platform.realPath(uri.fsPath).catch(() => undefined);
    if (path !== undefined) {
      return { uri: vscode.Uri.file(path), isResolved: true };
    }
  }
  const ends = [...uri.path.matchAll(/[^/](?=\/|$)/g)].map(({ index }) => index + 1);
  const links = await Promise.all(ends.map((end) => isLink(uri.with({ path: uri.path.slice(0, end) }))));
  return { uri, isResolved: !links.includes(true) };
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}
