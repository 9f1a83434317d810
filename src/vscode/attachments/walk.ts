import * as vscode from 'vscode';
import { isUsuallyIgnored } from './excludes.ts';

/** So many folders are looked into: each is a question to a file system that may be far away. */
const MOST_FOLDERS = 200;

/** The files in a folder and the folders in it, for file systems that VS Code can't search. Links are not followed. */
export async function walk(root: vscode.Uri): Promise<vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const folders = [root];
  for (let index = 0; index < Math.min(folders.length, MOST_FOLDERS); index += 1) {
    const folder = folders[index];
    for (const [name, type] of folder === undefined ? [] : await entriesOf(folder)) {
      const uri = vscode.Uri.joinPath(folder ?? root, name);
      if (type === vscode.FileType.File) {
        files.push(uri);
      } else if (type === vscode.FileType.Directory && !isUsuallyIgnored(name)) {
        folders.push(uri);
      }
    }
  }
  return files;
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
