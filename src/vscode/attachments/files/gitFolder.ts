import * as vscode from 'vscode';
import { fileTypeOf } from '../../workspaceFile.ts';

/** Maximum size of a file to read. Nobody writes larger ignore files by hand. */
const MAX_FILE_BYTES = 256 * 1024;

interface Repository {
  readonly root: vscode.Uri;
  /** The folder with `config` and `info/exclude`. */
  readonly gitFolder: vscode.Uri;
}

/** Returns `undefined` if the folder is in no repository. */
export async function findRepository(folder: vscode.Uri): Promise<Repository | undefined> {
  const folders = withAncestors(folder);
  const types = await Promise.all(folders.map((each) => fileTypeOf(vscode.Uri.joinPath(each, '.git'))));
  const root = folders[types.findIndex((type) => type !== undefined)];
  return root && { root, gitFolder: await findCommonFolder(root) };
}

/** Returns an empty text if the file doesn't exist, can't be read or is too large. */
export async function readSmallFile(uri: vscode.Uri): Promise<string> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    const isRead = (type & vscode.FileType.File) !== 0 && size <= MAX_FILE_BYTES;
    return isRead ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : '';
  } catch {
    return '';
  }
}

/** In worktrees and submodules `.git` is a file that names a folder, whose `commondir` may name the shared one. */
async function findCommonFolder(root: vscode.Uri): Promise<vscode.Uri> {
  const git = vscode.Uri.joinPath(root, '.git');
  const [, named = ''] = /^gitdir: (.+)/.exec(await readSmallFile(git)) ?? [];
  const own = resolvePath(root, named) ?? git;
  const [shared = ''] = /^.+/.exec(await readSmallFile(vscode.Uri.joinPath(own, 'commondir'))) ?? [];
  return resolvePath(own, shared) ?? own;
}

/** Returns `undefined` if the path is empty or refers to another machine (UNC). */
function resolvePath(folder: vscode.Uri, path: string): vscode.Uri | undefined {
  if (path === '' || path.startsWith('//')) {
    return undefined;
  }
  const isAbsolute = /^(?:[A-Za-z]:)?\//.test(path);
  return isAbsolute ? folder.with({ path: path.replace(/^(?!\/)/, '/') }) : vscode.Uri.joinPath(folder, path);
}

/** The folder itself, then its ancestors, nearest first. */
function withAncestors(folder: vscode.Uri): vscode.Uri[] {
  const parent = vscode.Uri.joinPath(folder, '..');
  return parent.path.length < folder.path.length ? [folder, ...withAncestors(parent)] : [folder];
}
