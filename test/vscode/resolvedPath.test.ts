import * as vscode from 'vscode';
import { resolvePath } from '../../src/vscode/resolvedPath.ts';
import { equal } from './assert.ts';
import { RefusingFileSystem, refuse } from './refusingFileSystem.ts';

const { File, Directory, SymbolicLink } = vscode.FileType;

const DISK: Readonly<Record<string, number>> = {
  '/folder': Directory,
  '/folder/a.ts': File,
  '/folder/link.ts': File | SymbolicLink,
  '/folder/linked': Directory | SymbolicLink,
  '/folder/linked/a.ts': File,
};

class StubDisk extends RefusingFileSystem {
  override stat({ path }: vscode.Uri): vscode.FileStat {
    return { type: DISK[path] ?? refuse(), ctime: 0, mtime: 0, size: 1 };
  }
}

it('a path with a symbolic link that can’t be followed is not resolved, wherever the link is', async () => {
  const registration = vscode.workspace.registerFileSystemProvider('assistant-links', new StubDisk());
  try {
    for (const [path, isResolved] of [
      ['/folder/a.ts', true],
      ['/folder/new/a.ts', true],
      ['/folder/link.ts', false],
      ['/folder/linked/a.ts', false],
      ['/folder/linked/new.ts', false],
    ] as const) {
      const uri = vscode.Uri.from({ scheme: 'assistant-links', path });
      const resolved = await resolvePath(uri);
      equal([resolved.uri.path, resolved.isResolved], [path, isResolved]);
    }
    const untitled = vscode.Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
    equal((await resolvePath(untitled)).isResolved, true);
  } finally {
    registration.dispose();
  }
});
