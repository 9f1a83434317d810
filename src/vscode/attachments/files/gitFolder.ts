import * as vscode from 'vscode';
import { resolvePath } from '../../resolvedPath.ts';
import { fileTypeOf } from '../../workspaceFile.ts';

/** Maximum size of a file to read. Nobody writes larger ignore files by hand. */
const MAX_FILE_BYTES = 256 * 1024;

interface Repository {
  readonly root: vscode.Uri;
  /** The folder with `config` and `info/exclude`. `undefined` if it isn't certain that they are the repository's own. */
  readonly gitFolder: vscode.Uri | undefined;
}

/** Where Git keeps what it knows of a checkout. */
interface GitFolders {
  /** Its own. */
  readonly own: vscode.Uri;
  /** What all worktrees of a repository share. The same if there is only one. */
  readonly common: vscode.Uri;
}

/** Returns `undefined` if the folder is in no repository. */
export async function findRepository(folder: vscode.Uri): Promise<Repository | undefined> {
  const root = await findRoot(folder);
  return root && { root, gitFolder: (await gitFoldersOf((await resolvePath(root)).uri))?.common };
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

/** The nearest folder with a `.git`. */
async function findRoot(folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  const folders = withAncestors(folder);
  const types = await Promise.all(folders.map((each) => fileTypeOf(vscode.Uri.joinPath(each, '.git'))));
  return folders[types.findIndex((type) => type !== undefined)];
}

/**
 * In worktrees and submodules `.git` is a file that names a folder. Anyone can write such a file, so the folder counts
 * only if it belongs to this checkout, which Git notes in it.
 * @param root without symbolic links, as Git notes it
 */
async function gitFoldersOf(root: vscode.Uri): Promise<GitFolders | undefined> {
  const git = vscode.Uri.joinPath(root, '.git');
  const [, named] = /^gitdir: (.+)/.exec(await readSmallFile(git)) ?? [];
  if (named === undefined) {
    return { own: git, common: git };
  }
  const own = resolveNamed(root, named);
  if (own === undefined) {
    return undefined;
  }
  if (/\/worktrees\/[^/]+$/.test(own.path)) {
    const back = (await readSmallFile(vscode.Uri.joinPath(own, 'gitdir'))).trim();
    return isSame(resolveNamed(own, back), git)
      ? { own, common: vscode.Uri.joinPath(own, '../..') }
      : undefined;
  }
  const parent = await findRoot(vscode.Uri.joinPath(root, '..'));
  const outer = parent && (await gitFoldersOf(parent));
  if (outer === undefined || !own.path.startsWith(`${outer.own.path}/modules/`)) {
    return undefined;
  }
  // Git moves the entry to the second file if only a part of the submodule is checked out.
  const configs = ['config', 'config.worktree'].map((name) => readSmallFile(vscode.Uri.joinPath(own, name)));
  const [, back = ''] =
    /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\r\n]+)/im.exec((await Promise.all(configs)).join('\n')) ?? [];
  return isSame(resolveNamed(own, back), root) ? { own, common: own } : undefined;
}

/** Returns `undefined` if the path is empty or refers to another machine (UNC), for which Windows takes both slashes. */
function resolveNamed(folder: vscode.Uri, path: string): vscode.Uri | undefined {
  if (path === '' || /^[\\/]{2}/.test(path)) {
    return undefined;
  }
  const isAbsolute = /^(?:[A-Za-z]:)?\//.test(path);
  const resolved = vscode.Uri.joinPath(isAbsolute ? folder.with({ path: '/' }) : folder, path);
  return /^[\\/]{2}/.test(resolved.path) ? undefined : resolved;
}

function isSame(one: vscode.Uri | undefined, other: vscode.Uri): boolean {
  return one?.toString() === other.toString();
}

/** The folder itself, then its ancestors, nearest first. */
function withAncestors(folder: vscode.Uri): vscode.Uri[] {
  const parent = vscode.Uri.joinPath(folder, '..');
  return parent.path.length < folder.path.length ? [folder, ...withAncestors(parent)] : [folder];
}
