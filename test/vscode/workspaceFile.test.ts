import * as vscode from 'vscode';
import { findWorkspaceFile } from '../../src/vscode/workspaceFile.ts';
import { equal, ok } from './assert.ts';
import { RefusingFileSystem } from './refusingFileSystem.ts';

const { File, Directory, SymbolicLink } = vscode.FileType;

/** File types on the stub disk, by path. */
const DISK: Readonly<Record<string, number>> = {
  '/folder': Directory,
  '/folder/src': Directory,
  '/folder/src/a.ts': File,
  '/folder/link.ts': File | SymbolicLink,
  '/folder/linked': Directory | SymbolicLink,
  '/folder/linked/a.ts': File,
  '/secret.ts': File,
  '/second': Directory,
  '/second/b.ts': File,
};

/** A file system that only supports `stat`, and records which paths were asked for. */
class StubDisk extends RefusingFileSystem {
  readonly statPaths: string[] = [];

  override stat({ path }: vscode.Uri): vscode.FileStat {
    this.statPaths.push(path);
    const type = DISK[path];
    if (type === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return { type, ctime: 0, mtime: 0, size: 1 };
  }
}

describe('file of the workspace that a reply names', () => {
  const disk = new StubDisk();
  const folders = ['/folder', '/second'].map((path) => vscode.Uri.from({ scheme: 'assistant-disk', path }));
  let registration: vscode.Disposable;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider('assistant-disk', disk, { isReadonly: true });
  });

  after(() => registration.dispose());

  async function found(name: string): Promise<string | undefined> {
    return (await findWorkspaceFile(name, folders))?.path;
  }

  it('is found in any workspace folder', async () => {
    equal(await found('src/a.ts'), '/folder/src/a.ts');
    equal(await found('.\\src\\a.ts'), '/folder/src/a.ts');
    equal(await found('b.ts'), '/second/b.ts');
  });

  it('is not found if the name is a folder or does not exist', async () => {
    equal(await found('src'), undefined);
    equal(await found('a.ts'), undefined);
    equal(await found('src/a.ts/b.ts'), undefined);
  });

  it('is not found behind a symbolic link, which may lead out of the folder', async () => {
    equal(await found('link.ts'), undefined);
    equal(await found('linked/a.ts'), undefined);
  });

  it('is never looked up outside the workspace folders', async () => {
    disk.statPaths.length = 0;
    for (const name of ['../secret.ts', 'src/../../secret.ts', '/secret.ts', 'file:///secret.ts', '', '.']) {
      equal(await found(name), undefined, name);
    }
    equal(disk.statPaths, []);
  });

  it('is found in the open folder', async () => {
    const file = await findWorkspaceFile('duration.ts');
    ok(file?.path.endsWith('/duration.ts'), `Found ${file?.path}`);
  });
});
