import * as vscode from 'vscode';
import { displayPath } from '../../src/vscode/displayPath.ts';
import { findFiles } from '../../src/vscode/workspaceFile.ts';
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
  '/second/src': Directory,
  '/second/src/a.ts': File,
  '/other/second': Directory,
  '/other/second/src': Directory,
  '/other/second/src/a.ts': File,
  '/other/second/c.ts': File,
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

const FOLDER = root('/folder');
const SECOND = root('/second');
/** Has the same name. */
const OTHER_SECOND = root('/other/second');

function root(path: string): Pick<vscode.WorkspaceFolder, 'name' | 'uri'> {
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    uri: vscode.Uri.from({ scheme: 'assistant-disk', path }),
  };
}

describe('file of the workspace that a reply names', () => {
  const disk = new StubDisk();
  let registration: vscode.Disposable;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider('assistant-disk', disk, { isReadonly: true });
  });

  after(() => registration.dispose());

  async function found(name: string, roots = [FOLDER, SECOND]): Promise<string> {
    return (await findFiles(name, roots)).map(({ path }) => path).join();
  }

  it('is found with the name of its root or without, in any root', async () => {
    for (const name of ['b.ts', 'second/b.ts', './second/b.ts', '.\\second\\b.ts']) {
      equal(await found(name), '/second/b.ts', name);
    }
    for (const name of ['src/a.ts', 'folder/src/a.ts', '.\\src\\a.ts']) {
      equal(await found(name, [FOLDER]), '/folder/src/a.ts', name);
    }
  });

  it('is each that fits, if not exactly one has the name that is shown', async () => {
    const roots = [FOLDER, SECOND, OTHER_SECOND];
    equal(await found('src/a.ts', roots), '/folder/src/a.ts,/second/src/a.ts,/other/second/src/a.ts');
    equal(await found('second/src/a.ts', roots), '/second/src/a.ts');
    equal(await found('second-2/src/a.ts', roots), '/other/second/src/a.ts');
    equal(await found('second/c.ts', roots), '/other/second/c.ts');
    equal(await found('second-3/c.ts', roots), '');
  });

  it('is not found if the name is a folder or does not exist', async () => {
    for (const name of ['src', 'folder', 'second/src', 'a.ts', 'src/a.ts/b.ts', 'third/b.ts']) {
      equal(await found(name), '', name);
    }
  });

  it('is not found behind a symbolic link, which may lead out of the folder', async () => {
    for (const name of ['link.ts', 'linked/a.ts', 'folder/link.ts', 'folder/linked/a.ts']) {
      equal(await found(name), '', name);
    }
  });

  it('is never looked up outside the workspace folders', async () => {
    disk.statPaths.length = 0;
    for (const name of ['../secret.ts', 'src/../../secret.ts', '/secret.ts', 'file:///secret.ts', '', '.']) {
      equal(await found(name), '', name);
    }
    equal(disk.statPaths, []);
    await found('folder/../secret.ts');
    await found('folder//secret.ts');
    equal(disk.statPaths, []);
  });

  it('is found in the open folder, which is named when it is shown itself', async () => {
    const [file, ...others] = await findFiles('duration.ts');
    ok(file, 'Not found');
    equal([others, displayPath(file)], [[], 'duration.ts']);
    equal(displayPath(vscode.Uri.joinPath(file, '..')), vscode.workspace.name);
    equal(displayPath(vscode.Uri.joinPath(file, '../../outside.ts')), 'outside.ts');
  });
});
