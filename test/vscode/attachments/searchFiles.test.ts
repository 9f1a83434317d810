import * as vscode from 'vscode';
import { FolderSearch } from '../../../src/vscode/attachments/files/searchFiles.ts';
import { equal } from '../assert.ts';
import { isWebWorker } from '../extensionAccess.ts';
import { StubFiles } from '../stubFiles.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

describe('The first files in a folder', () => {
  const files = new WorkspaceFiles();

  afterEach(() => files.remove());

  it('are those at the top, not those found by chance, if there are too many to find', async () => {
    const deep = Array.from({ length: 20 }, (_, index) => `a/b/c${index % 3}/${index}.txt`);
    for (const name of ['z.txt', 'a/y.txt', 'a/x.txt', ...deep]) {
      await files.write(`crowded/${name}`, 'x');
    }
    const search = await FolderSearch.in(vscode.Uri.joinPath(workspaceRoot(), 'crowded'));
    const first = await search.first(4, 5);
    const names = first.files.map(({ path }) => path.slice(path.indexOf('/crowded/') + '/crowded/'.length));
    equal([names, first.isAll, first.count], [['a/x.txt', 'a/y.txt', 'z.txt'], false, 5]);
    const all = await search.first(4, 100);
    equal([all.files.length, all.isAll, all.count], [4, true, 23]);
  });
});

describe('What the folder of Git leaves out of a search', () => {
  it('is that of the repository itself, also in worktrees and submodules', async () => {
    if (isWebWorker) {
      return;
    }
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } =
      process.getBuiltinModule('node:fs');
    const { devNull, tmpdir } = process.getBuiltinModule('node:os');
    const base = mkdtempSync(`${realpathSync(tmpdir())}/assistant-git-`);
    const git = (folder: string, ...args: string[]): void => {
      const identity = [
        '-c',
        'user.name=Me',
        '-c',
        'user.email=me@localhost',
        '-c',
        'protocol.file.allow=always',
      ];
      execFileSync('git', [...identity, ...args], {
        cwd: `${base}/${folder}`,
        env: { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: 'pipe',
      });
    };
    try {
      for (const name of ['library', 'main']) {
        git('', 'init', '-q', name);
        git(name, 'commit', '-q', '--allow-empty', '-m', 'First');
      }
      git('main', 'submodule', 'add', '-q', '../library', 'deep/part');
      git('main', 'commit', '-q', '-m', 'Second');
      git('main', 'worktree', 'add', '-q', '../tree');
      git('tree', 'submodule', 'update', '-q', '--init');
      git('main/deep/part', 'worktree', 'add', '-q', '../../../partTree');
      git('tree/deep/part', 'sparse-checkout', 'set', 'inside');
      for (const [folder, line] of Object.entries({
        '': '*.main',
        'modules/deep/part/': '*.part',
        'worktrees/tree/modules/deep/part/': '*.treePart',
      })) {
        appendFileSync(`${base}/main/.git/${folder}info/exclude`, `${line}\n`);
      }
      symlinkSync(base, `${base}/link`);
      cpSync(`${base}/tree/.git`, `${base}/library/borrowed/.git`);
      const folders = [
        'main',
        'tree',
        'link/tree',
        'main/deep/part',
        'tree/deep/part',
        'partTree',
        'library/borrowed',
      ];
      const found = await Promise.all(
        folders.map(async (folder) => {
          for (const ending of ['main', 'part', 'treePart']) {
            writeFileSync(`${base}/${folder}/x.${ending}`, 'x');
          }
          const search = await FolderSearch.in(vscode.Uri.file(`${base}/${folder}`));
          const { files } = await search.find('x.*', 10);
          return [folder, files.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)).sort()] as const;
        }),
      );
      equal(Object.fromEntries(found), {
        main: ['part', 'treePart'],
        tree: ['part', 'treePart'],
        'link/tree': ['part', 'treePart'],
        'main/deep/part': ['main', 'treePart'],
        'tree/deep/part': ['main', 'part'],
        partTree: ['main', 'treePart'],
        'library/borrowed': ['main', 'part', 'treePart'],
      });
    } finally {
      rmSync(base, { recursive: true });
    }
  });

  it('is never looked for on another machine, and elsewhere only whether it is its own', async () => {
    const named = [
      '//host/share',
      '/\\host/share/worktrees/a',
      '\\\\host\\share\\worktrees\\a',
      '\\/host/share/worktrees/a',
      '/./\\host/share/worktrees/a',
      '/else/where',
      '/else/modules/a',
      '/else/worktrees/a',
      '../inside/worktrees/back',
    ];
    const texts = Object.fromEntries(named.map((path, index) => [`/ws/${index}/.git`, `gitdir: ${path}\n`]));
    const asked = new Set<string>();
    const stub = new (class extends StubFiles {
      override stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat> {
        asked.add(uri.path);
        return super.stat(uri);
      }
    })({
      ...texts,
      '/else/worktrees/a/gitdir': '//host/share/.git\n',
      '/else/config': '',
      '/ws/inside/worktrees/back/gitdir': '/\\host/share/.git\n',
      '/ws/inside/info/exclude': '*\n',
    });
    const registration = vscode.workspace.registerFileSystemProvider('assistant-gitdir', stub);
    try {
      for (const index of named.keys()) {
        await FolderSearch.in(vscode.Uri.parse(`assistant-gitdir:/ws/${index}`), 1);
      }
    } finally {
      registration.dispose();
    }
    equal([...asked].filter((path) => !/^\/(?:ws(?:\/\d.*)?|\.git)?$/.test(path)).sort(), [
      '/else/worktrees/a/gitdir',
      '/ws/.git',
      '/ws/inside/worktrees/back/gitdir',
    ]);
  });
});
