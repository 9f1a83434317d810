import * as vscode from 'vscode';
import { safePathSegments } from '../core/safePathSegments.ts';

/**
 * The file of the workspace that a reply named: the first of its folders that has one of that name. `undefined` where
 * there is none, and where a link is on the way to it, since that may lead out of the folder.
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

/** Whether there is such a file or folder, and no link on the way to it from the folder that it is named from. */
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

/** A link has its own bit beside the type of what it leads to. */
async function fileTypeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}
