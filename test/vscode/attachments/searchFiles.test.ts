import * as vscode from 'vscode';
import { FolderSearch } from '../../../src/vscode/attachments/files/searchFiles.ts';
import { equal } from '../assert.ts';
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
