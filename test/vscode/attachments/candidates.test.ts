import * as vscode from 'vscode';
import { Candidates } from '../../../src/vscode/attachments/candidates.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('what can be attached by its name', () => {
  let candidates: Candidates;

  beforeEach(() => {
    candidates = new Candidates(() => vscode.window.activeTextEditor);
  });

  afterEach(async () => {
    await closeEditors();
    await files.remove();
  });

  async function labels(query: string): Promise<string[]> {
    return (await candidates.list(query)).map(({ kind, label }) => `${kind} ${label}`);
  }

  it('is each file and folder of the workspace', async () => {
    await files.write('deep/inside/wanted.txt', 'x');
    equal((await labels('wanted'))[0], 'file wanted.txt');
    ok((await labels('inside')).includes('folder inside'), 'The folder is missing');
  });

  it('is nothing that Git ignores by a .gitignore in whichever folder', async () => {
    await files.write('nested/.gitignore', 'made/\n*.out.txt\n!kept.out.txt\n');
    await files.write('nested/made/nestedmade.txt', 'x');
    await files.write('nested/nestedmade.out.txt', 'x');
    await files.write('nested/nestedmade.txt', 'x');
    await files.write('nested/kept.out.txt', 'x');
    // On a busy machine the search may be late, and its files are in the next list.
    const found = await until(
      () => labels('nested'),
      (now) => now.includes('folder nested'),
    );
    equal(found.filter((label) => !label.startsWith('symbol')).toSorted(), [
      'file .gitignore',
      'file kept.out.txt',
      'file nestedmade.txt',
      'folder nested',
    ]);
  });

  it('begins with what there is one of, as long as nothing is typed', async () => {
    await editorOn('one two', [0, 0, 0, 3]);
    equal((await labels('')).slice(0, 5), [
      'selection Selection',
      'currentFile Current File',
      'problems Problems in This File',
      'problems Problems in the Workspace',
      'diff Git Changes',
    ]);
    equal((await labels('git'))[0], 'diff Git Changes');
    // Its characters are in "Current File" too, far from each other.
    equal((await labels('uni'))[0], 'file units.ts');
  });

  it('puts the files of open editors first', async () => {
    await files.write('ranked/a/same.txt', 'x');
    const open = await files.write('ranked/b/same.txt', 'x');
    await vscode.window.showTextDocument(open);
    const [first] = (await candidates.list('same')).filter(({ kind }) => kind === 'file');
    equal(first?.detail, 'ranked/b');
  });

  it('has symbols of the editor and of the workspace, and answers though one of them never does', async () => {
    const uri = await files.write('named/code.txt', 'wantedFunction\n');
    const range = new vscode.Range(0, 0, 0, 5);
    const registrations = [
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: '**/named/*.txt' },
        {
          provideDocumentSymbols: () => [
            new vscode.DocumentSymbol('wantedFunction', '', vscode.SymbolKind.Function, range, range),
          ],
        },
      ),
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: () => new Promise(() => undefined),
      }),
    ];
    try {
      await vscode.window.showTextDocument(uri);
      // On a busy machine whoever tells the symbols may be late, and is left out of that list.
      await until(
        () => labels('wantedF'),
        (found) => found.includes('symbol wantedFunction'),
      );
      ok(!(await labels('w')).includes('symbol wantedFunction'), 'One letter found a symbol');
    } finally {
      for (const registration of registrations) {
        registration.dispose();
      }
    }
  });

  it('is looked up by keys of the last lists alone', async () => {
    const uri = await files.write('keyed/wanted.txt', 'x');
    const [item] = await candidates.list('keyed/wanted');
    ok(item, 'Nothing was found');
    const source = candidates.sourceOf(item.key);
    equal(source?.kind === 'file' && source.uri.toString(), uri.toString());
    for (const other of ['a', 'b', 'c']) {
      await candidates.list(other);
    }
    equal(candidates.sourceOf(item.key), undefined);
    equal(candidates.sourceOf('candidate-0'), undefined);
  });

  it('is never more than a list shows', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, index) => files.write(`lots/file${index}.txt`, 'x')));
    equal((await candidates.list('file')).length, 50);
  });
});
