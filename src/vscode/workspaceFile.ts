import * as vscode from 'vscode';
import { safePathSegments } from '../core/safePathSegments.ts';

/**
 * Finds the file that a reply named, in the first workspace folder that contains it. `undefined` if there is none, or
 * if its path contains a symbolic link, since that may lead out of the folder.
 */
export async function findWorkspaceFile(
  name: string,
  folders: readonly vscode.Uri[] = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
): Promise<vscode.Uri | undefined> {
  const segments = safePathSegments(name);
  if (segments === undefined) {
    return undefined;
  }
  for (const folder of folders) {
    if (await existsWithoutSymlinks(folder, segments, vscode.FileType.File)) {
      return vscode.Uri.joinPath(folder, ...segments);
    }
  }
  return undefined;
}

/**
 * Finds the files with a displayed path. In a multi-root workspace, that path starts with the name of its folder, which
 * several folders may have. A path from when there was one folder may be in any of them.
 */
export async function findFilesByPath(path: string): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const named = folders.length > 1 ? folders.filter(({ name }) => path.startsWith(`${name}/`)) : [];
  const found = await Promise.all(
    named.length > 0
      ? named.map(({ name, uri }) => findWorkspaceFile(path.slice(name.length + 1), [uri]))
      : folders.map(({ uri }) => findWorkspaceFile(path, [uri])),
  );
  return found.filter((uri) => uri !== undefined);
}

/** Whether this file or folder exists and its path within `folder` contains no symbolic link. */
export async function existsWithoutSymlinks(
  folder: vscode.Uri,
  segments: readonly string[],
  wanted: vscode.FileType.File | vscode.FileType.Directory,
): Promise<boolean> {
  for (const end of segments.keys()) {
    const isLast = end === segments.length - 1;
    const type = await fileTypeOf(vscode.Uri.joinPath(folder, ...segments.slice(0, end + 1)));
    if (type !== (isLast ? wanted : vscode.FileType.Directory)) {
      return false;
    }
  }
  return true;
}

/**
 * `undefined` if nothing is there. For a symbolic link the type also has the bit `SymbolicLink`, so it equals neither
 * `File` nor `Directory`.
 */
export async function fileTypeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
