import * as vscode from 'vscode';
import { rootPathsOf } from '../core/rootNames.ts';
import { safePathSegments } from '../core/safePathSegments.ts';
import { READ_LIMIT_MS, withTimeout } from './withTimeout.ts';

/**
 * The files that a name may mean. If a file is shown with exactly this name (`displayPath`), only that one, otherwise all
 * with this path in a workspace folder, with or without the folder's name. So there may be several, of which the user
 * has to choose.
 */
export async function findFiles(
  name: string,
  folders: readonly Pick<vscode.WorkspaceFolder, 'name' | 'uri'>[] = vscode.workspace.workspaceFolders ?? [],
  limitMs?: number,
): Promise<vscode.Uri[]> {
  const places = rootPathsOf(
    name,
    folders.map((folder) => folder.name),
  );
  const found = await Promise.all(
    places.map(async ({ root, path, isShown }) => {
      const folder = folders[root]?.uri;
      return { uri: folder && (await findFileIn(folder, path, limitMs)), isShown };
    }),
  );
  const isAnyShown = found.some(({ uri, isShown }) => uri !== undefined && isShown);
  const files = new Map<string, vscode.Uri>();
  for (const { uri, isShown } of found) {
    if (uri !== undefined && isShown === isAnyShown) {
      files.set(uri.toString(), uri);
    }
  }
  return [...files.values()];
}

/**
 * Finds the file with this path in a folder. `undefined` if there is none, or if the path could leave the folder: it is
 * absolute, has `..`, or contains a symbolic link.
 * @param limitMs how long the file system may take to answer
 */
export async function findFileIn(
  folder: vscode.Uri,
  path: string,
  limitMs?: number,
): Promise<vscode.Uri | undefined> {
  const segments = safePathSegments(path);
  return segments !== undefined &&
    (await existsWithoutSymlinks(folder, segments, vscode.FileType.File, limitMs))
    ? vscode.Uri.joinPath(folder, ...segments)
    : undefined;
}

/** Whether this file or folder exists and its path within `folder` contains no symbolic link. */
export async function existsWithoutSymlinks(
  folder: vscode.Uri,
  segments: readonly string[],
  wanted: vscode.FileType.File | vscode.FileType.Directory,
  limitMs?: number,
): Promise<boolean> {
  for (const end of segments.keys()) {
    const isLast = end === segments.length - 1;
    const type = await fileTypeOf(vscode.Uri.joinPath(folder, ...segments.slice(0, end + 1)), limitMs);
    if (type !== (isLast ? wanted : vscode.FileType.Directory)) {
      return false;
    }
  }
  return true;
}

/**
 * `undefined` if nothing is there, or the file system does not respond. For a symbolic link the type also has the bit `SymbolicLink`, so it equals neither
 * `File` nor `Directory`.
 */
export async function fileTypeOf(
  uri: vscode.Uri,
  limitMs = READ_LIMIT_MS,
): Promise<vscode.FileType | undefined> {
  return (await withTimeout(limitMs, vscode.workspace.fs.stat(uri), undefined))?.type;
}
