import * as vscode from 'vscode';
import { isUsuallyIgnored } from './excludes.ts';
import type { IgnoreFiles } from './ignoreFiles.ts';

/** So many folders are looked into: each is a question to a file system that may be far away. */
const MOST_FOLDERS = 200;

/**
 * The files in a folder and the folders in it, for file systems that VS Code can't search. Links are not followed, and
 * no folder is looked into that Git ignores.
 */
export async function walk(root: vscode.Uri, ignored: IgnoreFiles): Promise<readonly vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const folders = [root];
  for (let index = 0; index < Math.min(folders.length, MOST_FOLDERS); index += 1) {
    const folder = folders[index] ?? root;
    const entries = await entriesOf(folder);
    const here = (wanted: vscode.FileType): vscode.Uri[] =>
      entries.flatMap(([name, type]) => (type === wanted ? [vscode.Uri.joinPath(folder, name)] : []));
    const own = here(vscode.FileType.File);
    files.push(...own);
    await ignored.readFound(own);
    folders.push(...here(vscode.FileType.Directory).filter((uri) => !isLeftOut(uri, ignored)));
  }
  return ignored.keep(files);
}

function isLeftOut(folder: vscode.Uri, ignored: IgnoreFiles): boolean {
  return (
    isUsuallyIgnored(folder.path.slice(folder.path.lastIndexOf('/') + 1)) || ignored.leavesOutFolder(folder)
  );
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
