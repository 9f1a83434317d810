import * as vscode from 'vscode';
import { Candidates } from '../../../src/vscode/attachments/candidates.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('Candidates', () => {
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

  it('include each file and folder of the workspace', async () => {
    await files.write('deep/inside/wanted.txt', 'x');
    equal((await labels('wanted'))[0], 'file wanted.txt');
    ok((await labels('inside')).includes('folder inside'), 'The folder is missing');
  });

  it('exclude what a .gitignore in any folder ignores', async () => {
    await files.write('nested/.gitignore', 'made/\n*.out.txt\n!kept.out.txt\n');
    await files.write('nested/made/nestedmade.txt', 'x');
    await files.write('nested/nestedmade.out.txt', 'x');
    await files.write('nested/nestedmade.txt', 'x');
    await files.write('nested/kept.out.txt', 'x');
    // On a busy machine the search may time out. Then only a later list has its files.
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

  it('start with the fixed candidates while nothing is typed', async () => {
    await editorOn('one two', [0, 0, 0, 3]);
    equal((await labels('')).slice(0, 5), [
      'selection Selection',
      'currentFile Current File in Each Question',
      'problems Problems in This File',
      'problems Problems in the Workspace',
      'diff Git Changes',
    ]);
    equal((await labels('git'))[0], 'diff Git Changes');
    // "Current File" also contains these characters, but scattered.
    equal((await labels('uni'))[0], 'file units.ts');
  });

  it('list the files of open editors first', async () => {
    await files.write('ranked/a/same.txt', 'x');
    const open = await files.write('ranked/b/same.txt', 'x');
    await vscode.window.showTextDocument(open);
    const [first] = (await candidates.list('same')).filter(({ kind }) => kind === 'file');
    equal(first?.detail, 'ranked/b');
  });

  it('include symbols of the editor even if the workspace symbol provider never responds', async () => {
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
      // On a busy machine the symbol provider may time out and be left out of a list.
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

  it('are found only by keys of the last lists', async () => {
    const uri = await files.write('keyed/wanted.txt', 'x');
    const [item] = await candidates.list('keyed/wanted');
    ok(item, 'Nothing was found');
    const source = candidates.sourceOf(item.key);
    equal(source?.kind === 'file' && source.file.toString(), uri.toString());
    for (const other of ['a', 'b', 'c']) {
      await candidates.list(other);
    }
    equal(candidates.sourceOf(item.key), undefined);
    equal(candidates.sourceOf('candidate-0'), undefined);
  });

  it('are limited to 50', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, index) => files.write(`lots/file${index}.txt`, 'x')));
    equal((await candidates.list('file')).length, 50);
  });
});
