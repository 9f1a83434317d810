import * as vscode from 'vscode';

/** Maximum size of a file that is read, in bytes. Larger ones are no lists that somebody wrote. */
const MAX_FILE_BYTES = 256 * 1024;

/** The repository that a folder is in. */
interface Repository {
  readonly root: vscode.Uri;
  /** Where its `config` and `info/exclude` are. */
  readonly gitFolder: vscode.Uri;
}

/** Returns undefined if the folder is in no repository, or on a file system that has nothing above it. */
export async function findRepository(folder: vscode.Uri): Promise<Repository | undefined> {
  const folders = withAncestors(folder);
  const hasGit = await Promise.all(folders.map((each) => exists(vscode.Uri.joinPath(each, '.git'))));
  const root = folders[hasGit.indexOf(true)];
  return root && { root, gitFolder: await findCommonFolder(root) };
}

/** Returns the text of a file, or none if there is no such file, it can't be read or it is too large. */
export async function readSmallFile(uri: vscode.Uri): Promise<string> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    const isRead = (type & vscode.FileType.File) !== 0 && size <= MAX_FILE_BYTES;
    return isRead ? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) : '';
  } catch {
    return '';
  }
}

/** In worktrees and submodules `.git` is a file that names a folder, which may name the one it shares with others. */
async function findCommonFolder(root: vscode.Uri): Promise<vscode.Uri> {
  const git = vscode.Uri.joinPath(root, '.git');
  const [, named = ''] = /^gitdir: (.+)/.exec(await readSmallFile(git)) ?? [];
  const own = resolvePath(root, named) ?? git;
  const [shared = ''] = /^.+/.exec(await readSmallFile(vscode.Uri.joinPath(own, 'commondir'))) ?? [];
  return resolvePath(own, shared) ?? own;
}

/** On the same file system. Returns undefined if there is no path, or it leads to another machine. */
function resolvePath(folder: vscode.Uri, path: string): vscode.Uri | undefined {
  if (path === '' || path.startsWith('//')) {
    return undefined;
  }
  const isAbsolute = /^(?:[A-Za-z]:)?\//.test(path);
  return isAbsolute ? folder.with({ path: path.replace(/^(?!\/)/, '/') }) : vscode.Uri.joinPath(folder, path);
}

/** The folder itself and those it is in, the nearest first. */
function withAncestors(folder: vscode.Uri): vscode.Uri[] {
  const parent = vscode.Uri.joinPath(folder, '..');
  return parent.path.length < folder.path.length ? [folder, ...withAncestors(parent)] : [folder];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
