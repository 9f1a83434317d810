import * as vscode from 'vscode';
import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { captureFolder } from '../../../src/vscode/attachments/kinds/captureFolder.ts';
import { captureProblems } from '../../../src/vscode/attachments/kinds/captureProblems.ts';
import { captureSymbol } from '../../../src/vscode/attachments/kinds/captureSymbol.ts';
import { findDocumentSymbols } from '../../../src/vscode/attachments/kinds/symbols.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { equal, ok } from '../assert.ts';
import { errorOf, expectCaptured } from '../captured.ts';
import { closeEditors, setSetting } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { StubFiles } from '../stubFiles.ts';
import { StubTree } from '../stubTree.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();
/** Timeout for a search that never ends, since VS Code has none for the file system. */
const NEVER_FOUND_MS = 1;

/** Drops the id, which is random. */
function withoutId({ id: _, ...rest }: ComposerAttachment): object {
  return rest;
}

afterEach(async () => {
  await closeEditors();
  await files.remove();
});

describe('captureFile', () => {
  it('returns the text on disk, the path in the workspace and the language', async () => {
    const uri = await files.write('attached/one.py', 'x = 1\n');
    equal(withoutId(expectCaptured(await captureFile(await readable(uri)))), {
      kind: 'file',
      path: 'attached/one.py',
      languageId: 'python',
      text: 'x = 1\n',
      encoding: 'utf8',
      uri: uri.toString(),
      identity: uri.toString(),
    });
  });

  it('includes unsaved changes', async () => {
    const uri = await files.write('attached/open.txt', 'saved');
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'not yet '));
    equal(expectCaptured(await captureFile(await readable(uri))).text, 'not yet saved');
  });

  it('returns what another program wrote to disk, even if the file is open', async () => {
    const uri = await files.write('attached/changed.txt', 'before');
    await vscode.window.showTextDocument(uri);
    await files.write('attached/changed.txt', 'after');
    equal(expectCaptured(await captureFile(await readable(uri))).text, 'after');
  });

  it('decodes the file as VS Code does', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x68, 0, 0xe4, 0]);
    equal(
      expectCaptured(await captureFile(await readable(await files.write('attached/wide.txt', utf16)))).text,
      'hä',
    );
  });

  it('returns an error message if there is no text to send', async () => {
    const zero = await files.write('attached/binary.bin', new Uint8Array([0x7f, 0x45, 0, 1]));
    equal(errorOf(await captureFile(await readable(zero))), 'attached/binary.bin is not a text file.');
    const empty = await files.write('attached/empty.txt', '\n');
    equal(errorOf(await captureFile(await readable(empty))), 'attached/empty.txt is empty.');
    const large = await files.write('attached/large.txt', new Uint8Array(1024 * 1024 + 1).fill(65));
    equal(
      errorOf(await captureFile(await readable(large))),
      'attached/large.txt is larger than 1 MB. Attach a part of it.',
    );
    const gone = vscode.Uri.joinPath(workspaceRoot(), 'attached/gone.txt');
    equal(errorOf(await captureFile(await readable(gone))), 'attached/gone.txt no longer exists.');
  });
});

describe('captureFolder', () => {
  it('lists the files, sorted, without those that Git or the default excludes ignore', async () => {
    await files.write('listed/b.txt', 'b');
    await files.write('listed/a/c.txt', 'c');
    await files.write('listed/node_modules/x/index.js', 'x');
    await files.write('listed/built/x.js', 'x');
    await files.write('.gitignore', 'built/\n');
    const uri = vscode.Uri.joinPath(workspaceRoot(), 'listed');
    const folder = expectCaptured(await captureFolder(await readable(uri)));
    equal([folder.kind, folder.path, folder.text], ['folder', 'listed', 'a/c.txt\nb.txt']);
  });

  it('leaves out files that the user excludes from the explorer or from searches', async () => {
    for (const name of ['a.txt', 'hidden.txt', 'unsearched.txt', 'kept.txt']) {
      await files.write(`chosen/${name}`, 'x');
    }
    const settings = [
      ['files', { '**/hidden.txt': true, '**/kept.txt': false }],
      ['search', { '**/unsearched.txt': true, '**/kept.txt': false }],
    ] as const;
    try {
      for (const [section, value] of settings) {
        await setSetting(`${section}.exclude`, value);
      }
      const { text } = expectCaptured(
        await captureFolder(await readable(vscode.Uri.joinPath(workspaceRoot(), 'chosen'))),
      );
      equal(text, 'a.txt\nkept.txt');
    } finally {
      for (const [section] of settings) {
        await setSetting(`${section}.exclude`, undefined);
      }
    }
  });

  it('applies the .gitignore files in the folder and above it as Git does', async () => {
    await files.write('.gitignore', '*.log\n/tree/deep/out\n/deep\n');
    await files.write('tree/.gitignore', 'built/\n/top.txt\n');
    await files.write('tree/deep/.gitignore', '!keep.log\n*.tmp\n');
    for (const path of ['top.txt', 'x.log', 'built/x', 'deep/top.txt', 'deep/keep.log', 'deep/other.log']) {
      await files.write(`tree/${path}`, 'x');
    }
    for (const path of ['x.tmp', 'built/x', 'out/x', 'deep/x']) {
      await files.write(`tree/deep/${path}`, 'x');
    }
    const list = async (path: string): Promise<string[]> =>
      expectCaptured(
        await captureFolder(await readable(vscode.Uri.joinPath(workspaceRoot(), path))),
      ).text.split('\n');
    const inDeep = ['.gitignore', 'deep/x', 'keep.log', 'top.txt'];
    equal(await list('tree/deep'), inDeep);
    equal(await list('tree'), ['.gitignore', ...inDeep.map((name) => `deep/${name}`)]);
    equal(await list('tree/built'), ['x']);
  });

  it('applies info/exclude of the repository, ignoring case if Git does', async () => {
    await files.write('.gitignore', '*.txt\n');
    await files.write('cloned/.git/info/exclude', 'built/\n*.log\n/top\n');
    await files.write('cloned/.git/config', '[core]\n\tbare = false\n\tignorecase = true\n');
    await files.write('cloned/.gitignore', '!keep.log\n');
    for (const path of [
      'a.txt',
      'x.LOG',
      'keep.log',
      'inside/top',
      'inside/built/x',
      'inside/y.log',
      'top',
    ]) {
      await files.write(`cloned/${path}`, 'x');
    }
    const list = async (path: string): Promise<string> =>
      expectCaptured(await captureFolder(await readable(vscode.Uri.joinPath(workspaceRoot(), path)))).text;
    equal(await list('cloned'), '.gitignore\na.txt\ninside/top\nkeep.log');
    equal(await list('cloned/inside'), 'top');
  });

  it('applies ignore files of parent folders up to the root of the repository, but no further', async () => {
    const inside = { 'x.log': '', 'x.tmp': '', 'x.txt': '', 'x.up': '', 'built/x': '', 'keep/x.log': '' };
    const at = (folder: string, texts: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text]));
    const rules = { '.gitignore': '*.log\n/app/built\n', 'app/keep/.gitignore': '!x.log\n' };
    const texts = {
      '/up/.gitignore': '*.up\n',
      // A plain repository, a worktree, a submodule, and one whose `.git` file refers to another machine.
      '/up/plain/.git/info/exclude': '*.tmp\n',
      '/up/tree/.git': 'gitdir: /up/plain/.git/worktrees/tree\n',
      '/up/plain/.git/worktrees/tree/gitdir': '/up/tree/.git\n',
      '/up/plain/module/.git': 'gitdir: ../.git/modules/module\n',
      '/up/plain/.git/modules/module/config': '[core]\n\tworktree = ../../../module\n',
      '/up/plain/.git/modules/module/info/exclude': 'x.txt\n',
      '/up/astray/.git': 'gitdir: //elsewhere/share\n',
      ...Object.assign(
        {},
        ...['plain', 'tree', 'plain/module', 'astray', 'none'].map((name) => ({
          ...at(`/up/${name}`, rules),
          ...at(`/up/${name}/app`, inside),
        })),
      ),
    };
    const registration = vscode.workspace.registerFileSystemProvider(
      'assistant-repository',
      new StubFiles(texts),
    );
    try {
      const list = async (name: string): Promise<string[]> => {
        const uri = vscode.Uri.parse(`assistant-repository:/up/${name}/app`);
        return expectCaptured(await captureFolder(await readable(uri), NEVER_FOUND_MS)).text.split('\n');
      };
      const expected = ['keep/.gitignore', 'keep/x.log'];
      equal(await Promise.all(['plain', 'tree', 'plain/module', 'astray', 'none'].map(list)), [
        [...expected, 'x.txt', 'x.up'],
        [...expected, 'x.txt', 'x.up'],
        [...expected, 'x.tmp', 'x.up'],
        [...expected, 'x.tmp', 'x.txt', 'x.up'],
        ['built/x', ...expected, 'x.log', 'x.tmp', 'x.txt', 'x.up'],
      ]);
    } finally {
      registration.dispose();
    }
  });

  it('states how many files are not listed', async () => {
    for (let count = 0; count < 1003; count += 100) {
      const names = Array.from({ length: Math.min(100, 1003 - count) }, (_, index) => count + index);
      await Promise.all(names.map((name) => files.write(`many/${String(name).padStart(4, '0')}.txt`, 'x')));
    }
    const { text } = expectCaptured(
      await captureFolder(await readable(vscode.Uri.joinPath(workspaceRoot(), 'many'))),
    );
    const lines = text.split('\n');
    equal(
      [lines.length, lines[0], lines[999], lines[1000]],
      [1001, '0000.txt', '0999.txt', 'and 3 more files'],
    );
  });

  it('lists files if VS Code can’t search the file system, as in some virtual workspaces', async () => {
    const registration = vscode.workspace.registerFileSystemProvider('assistant-tree', new StubTree());
    try {
      const folder = expectCaptured(
        await captureFolder(await readable(vscode.Uri.parse('assistant-tree:/root')), NEVER_FOUND_MS),
      );
      equal(folder.text, '.gitignore\nb.txt\nsub/.gitignore\nsub/a.txt');
    } finally {
      registration.dispose();
    }
  });

  it('returns an error message if the folder does not exist', async () => {
    const gone = vscode.Uri.joinPath(workspaceRoot(), 'nowhere');
    equal(errorOf(await captureFolder(await readable(gone))), 'The folder nowhere no longer exists.');
  });
});

describe('captureProblems', () => {
  let collection: vscode.DiagnosticCollection;

  beforeEach(() => {
    collection = vscode.languages.createDiagnosticCollection('attached');
  });

  afterEach(() => collection.dispose());

  function problem(line: number, message: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
    return new vscode.Diagnostic(new vscode.Range(line, 0, line, 1), message, severity);
  }

  it('lists file, line, severity, message, source and code, ordered by line', async () => {
    const uri = await files.write('attached/wrong.txt', 'x\ny\n');
    const named = problem(0, 'No such\nname', vscode.DiagnosticSeverity.Error);
    named.source = 'ts';
    named.code = { value: 2304, target: uri };
    collection.set(uri, [
      problem(1, 'Odd', vscode.DiagnosticSeverity.Warning),
      named,
      problem(0, 'Hint', vscode.DiagnosticSeverity.Hint),
    ]);
    const own = expectCaptured(captureProblems(uri));
    equal(
      [own.kind, own.path, own.text],
      [
        'problems',
        'attached/wrong.txt',
        'attached/wrong.txt:1 error No such name [ts 2304]\nattached/wrong.txt:2 warning Odd',
      ],
    );
    ok(
      expectCaptured(captureProblems(undefined)).text.includes(own.text),
      'The problems of the workspace do not include them',
    );
  });

  it('returns an error message if there are no problems', async () => {
    const uri = await files.write('attached/right.txt', 'x');
    equal(errorOf(captureProblems(uri)), 'There are no problems in attached/right.txt.');
  });
});

describe('captureSymbol', () => {
  const CODE = 'one\n  def two\n  end\nthree\n';

  it('returns the full text of the symbol, even if the search returned only the range of its name', async () => {
    const uri = await files.write('attached/code.txt', CODE);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { pattern: '**/attached/*.txt' },
      {
        provideDocumentSymbols: () => [
          new vscode.DocumentSymbol(
            'two()',
            '',
            vscode.SymbolKind.Method,
            new vscode.Range(1, 2, 2, 5),
            new vscode.Range(1, 6, 1, 9),
          ),
        ],
      },
    );
    try {
      await vscode.workspace.openTextDocument(uri);
      const [symbol] = await findDocumentSymbols(uri);
      ok(symbol, 'The symbol was not found');
      const whole = { text: '  def two\n  end', startLine: 2, endLine: 3 };
      for (const range of [
        symbol,
        { ...symbol, name: 'two', range: new vscode.Range(1, 6, 1, 9), isNameOnly: true },
      ]) {
        const { text, startLine, endLine } = expectCaptured(
          await captureSymbol(await readable(range.uri), range),
        );
        equal({ text, startLine, endLine }, whole);
      }
      equal(expectCaptured(await captureSymbol(await readable(symbol.uri), symbol)).symbol, 'two()');
    } finally {
      provider.dispose();
    }
  });
});
