import * as vscode from 'vscode';
import { RefusingFileSystem, refuse } from './refusingFileSystem.ts';

const { File, Directory, SymbolicLink } = vscode.FileType;

/** Entries of each folder, by path. */
const FOLDERS: Readonly<Record<string, [string, vscode.FileType][]>> = {
  '/root': [
    ['sub', Directory],
    ['b.txt', File],
    ['node_modules', Directory],
    ['elsewhere', Directory | SymbolicLink],
    ['.gitignore', File],
    ['c.log', File],
    ['built', Directory],
  ],
  '/root/sub': [
    ['a.txt', File],
    ['d.tmp', File],
    ['.gitignore', File],
  ],
  '/root/built': [['b.txt', File]],
  '/root/node_modules': [['c.txt', File]],
  '/root/elsewhere': [['d.txt', File]],
};

const TEXTS: Readonly<Record<string, string>> = {
  '/root/.gitignore': '*.log\nbuilt/\n',
  '/root/sub/.gitignore': '*.tmp\n',
};

/** A read-only file system with folders and .gitignore files. */
export class StubTree extends RefusingFileSystem {
  override stat({ path }: vscode.Uri): vscode.FileStat {
    return { type: path in FOLDERS ? Directory : File, ctime: 0, mtime: 0, size: 1 };
  }

  override readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    return FOLDERS[path] ?? refuse();
  }

  override readFile({ path }: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(TEXTS[path] ?? refuse());
  }
}
