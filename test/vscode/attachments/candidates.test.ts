import * as vscode from 'vscode';
import { fuzzyFileScore } from '../../../src/core/attachments/fuzzyScore.ts';
import type { CandidateList } from '../../../src/protocol/attachments.ts';
import { attachmentsFeature } from '../../../src/vscode/attachments/attachmentsFeature.ts';
import { Candidates } from '../../../src/vscode/attachments/candidates.ts';
import { WorkspaceFiles as FileFinder } from '../../../src/vscode/attachments/files/findByName.ts';
import type { MessageReceiver } from '../../../src/vscode/panel/chatWebview.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { isLong } from '../../support/long.ts';
import { equal, ok, until } from '../assert.ts';
import { access, closeEditors, editorOn, isWebWorker } from '../extensionAccess.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

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

  /** All lists that are posted for a query. */
  async function lists(query: string, searched = candidates): Promise<CandidateList[]> {
    const posted: CandidateList[] = [];
    const { token } = new vscode.CancellationTokenSource();
    await searched.list(query, (list) => posted.push(list), token);
    return posted;
  }

  async function itemsOf(query: string): Promise<CandidateList['items']> {
    return (await lists(query)).at(-1)?.items ?? [];
  }

  async function labels(query: string): Promise<string[]> {
    return (await itemsOf(query)).map(({ kind, label }) => `${kind} ${label}`);
  }

  it('include each file and folder of the workspace', async () => {
    await files.write('deep/inside/wanted.txt', 'x');
    equal((await labels('wanted'))[0], 'file wanted.txt');
    const folder = (await itemsOf('inside')).find(({ kind }) => kind === 'folder');
    equal([folder?.label, folder?.detail], ['inside', 'deep · names of files only']);
  });

  it('exclude what a .gitignore in any folder ignores', async () => {
    await files.write('nested/.gitignore', 'made/\n*.out.txt\n!kept.out.txt\n');
    await files.write('nested/made/nestedmade.txt', 'x');
    await files.write('nested/nestedmade.out.txt', 'x');
    await files.write('nested/nestedmade.txt', 'x');
    await files.write('nested/kept.out.txt', 'x');
    const found = await labels('nested');
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
    const [first] = (await itemsOf('same')).filter(({ kind }) => kind === 'file');
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
    const [item] = await itemsOf('keyed/wanted');
    ok(item, 'Nothing was found');
    const source = candidates.sourceOf(item.key);
    equal(source?.kind === 'file' && source.file.toString(), uri.toString());
    for (const other of ['a', 'b', 'c']) {
      await lists(other);
    }
    equal(candidates.sourceOf(item.key), undefined);
    equal(candidates.sourceOf('candidate-0'), undefined);
  });

  it('are limited to 50, and then say that more match', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, index) => files.write(`lots/file${index}.txt`, 'x')));
    const last = (await lists('file')).at(-1);
    equal([last?.items.length, last?.rest], [50, 'unlisted']);
    equal((await lists('lots/file7.')).at(-1)?.rest, undefined);
  });

  it('include each file even if a search finds no more than a few, since what is typed narrows it', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `crowd/part${index % 4}/one-of-many-${index}.txt`);
    await Promise.all(names.map((name) => files.write(name, 'x')));
    await files.write('crowd/m', 'x');
    await files.write('crowd/part3/hidden/one-of-many.md', 'x');
    const few = new Candidates(() => undefined, new FileFinder(5));
    for (const [query, path] of [
      ['one-of-many-27', 'crowd/part3/one-of-many-27.txt'],
      ['OOM-27', 'crowd/part3/one-of-many-27.txt'],
      ['crowd/part2/one-of-many-38.txt', 'crowd/part2/one-of-many-38.txt'],
      ['cp3om39', 'crowd/part3/one-of-many-39.txt'],
      ['hidden/one', 'crowd/part3/hidden/one-of-many.md'],
      ['crowd/part3/hidden', 'crowd/part3/hidden'],
      ['m', 'crowd/m'],
    ] as const) {
      const { items = [], rest } = (await lists(query, few)).at(-1) ?? {};
      const paths = items.map(({ label, detail }) => `${detail?.split(' · ')[0]}/${label}`);
      ok(paths.includes(path), `${query}: ${paths.join()}`);
      ok(query !== 'm' || rest === 'unlisted', 'It is not said that more match');
    }
  });

  it('are what a comparison with every name finds, whatever its characters', async () => {
    const names = [
      'Straße (1)/Élan [2].ts',
      'İstanbul/ẞ.md',
      '文件/名字.txt',
      'a+b/{c},d!^.e',
      '😀/x-y_z.ts',
      'UPPER/lower/MixedCase.TXT',
    ].map((name) => `odd/${name}`);
    await Promise.all(names.map((name) => files.write(name, 'x')));
    for (const query of [
      ...[
        'é',
        'ÉLAN',
        'straße',
        'ist',
        'İS',
        'i̇s',
        '文',
        '文名',
        '件/名',
        '[2]',
        '{c},d!',
        'a+b',
        '!^',
        '😀',
        'x-y',
      ],
      ...[
        'mixedcase.txt',
        'upplowmix',
        'r/l',
        'odd/u',
        'ulmc',
        '(1)',
        'zzz',
        'odd'.repeat(30),
        '/',
        '?',
        '*',
        '\\',
      ],
    ]) {
      const found = (await itemsOf(query)).filter(({ kind }) => kind === 'file');
      const paths = found
        .map(({ label, detail }) => `${detail}/${label}`)
        .filter((path) => names.includes(path));
      const expected = names.filter((name) => fuzzyFileScore(query.toLowerCase(), name) !== undefined);
      equal([query, ...paths.toSorted()], [query, ...expected.toSorted()]);
    }
  });

  it('are listed in parts while the search is slow, the first of them unchanged', async () => {
    await files.write('slow/wanted.txt', 'x');
    const open = await files.write('slow/wanted-open.txt', 'x');
    await vscode.window.showTextDocument(open);
    let proceed = (): void => undefined;
    const isPosted = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    class SlowFinder extends FileFinder {
      override async *find(...search: Parameters<FileFinder['find']>): ReturnType<FileFinder['find']> {
        await isPosted;
        yield* super.find(...search);
      }
    }
    const posted: CandidateList[] = [];
    const slow = new Candidates(() => vscode.window.activeTextEditor, new SlowFinder());
    await slow.list(
      'wanted',
      (list) => {
        posted.push(list);
        proceed();
      },
      new vscode.CancellationTokenSource().token,
    );
    const [first] = posted;
    equal(
      [first?.rest, first?.items.map(({ label }) => label), posted.at(-1)?.rest],
      ['searching', ['wanted-open.txt'], undefined],
    );
    ok((posted.at(-1)?.items.length ?? 0) > 1, 'The other file is missing');
    for (const [index, { items }] of posted.slice(1).entries()) {
      const before = posted[index]?.items ?? [];
      equal(items.slice(0, before.length), before);
    }
  });

  it('are posted only for what was typed last in a page', async () => {
    await files.write('typed/wanted.txt', 'x');
    const targetEditor = new TargetEditor();
    const ui = { hasPage: true, post: () => undefined, reveal: async () => undefined };
    const feature = attachmentsFeature({ ...(await access()), targetEditor, ui });
    const posted: string[] = [];
    const page = (name: string): MessageReceiver => ({
      post: (message) => posted.push(message.type === 'candidates' ? `${name} ${message.searchId}` : name),
      setHistoryShown: () => undefined,
      restoreFocus: async () => undefined,
    });
    const [view, tab] = [page('view'), page('tab')];
    const search = (searchId: number, query: string, from: MessageReceiver) =>
      feature.messages.searchCandidates({ type: 'searchCandidates', searchId, query }, from);
    try {
      await Promise.all([search(1, 'wan', view), search(2, 'want', tab), search(3, 'wanted', view)]);
      equal([...new Set(posted.filter((name) => name.includes(' ')))].toSorted(), ['tab 2', 'view 3']);
    } finally {
      feature.dispose();
      targetEditor.dispose();
    }
  });

  if (isLong && !isWebWorker) {
    it('include each of 100,000 files', async () => {
      const { mkdirSync, writeFileSync } = process.getBuiltinModule('node:fs');
      await files.write('huge/zebraCrossing.ts', 'x');
      const { fsPath } = vscode.Uri.joinPath(workspaceRoot(), 'huge');
      const paths = Array.from({ length: 100_000 }, (_, index) => {
        return `huge/pkg${index % 50}/src/area${index % 2000}/handler${index}.service.ts`;
      });
      for (const path of paths) {
        const name = `${fsPath}/${path.slice('huge/'.length)}`;
        mkdirSync(name.slice(0, name.lastIndexOf('/')), { recursive: true });
        writeFileSync(name, '');
      }
      for (const query of ['z', 'zebra', 'zbrcrss', 'hugeZebra']) {
        ok((await labels(query)).includes('file zebraCrossing.ts'), `${query} doesn't find it`);
      }
      const crowd = (await lists('service')).at(-1);
      equal([crowd?.items.length, crowd?.rest], [50, 'unlisted']);
      for (let index = 1; index < paths.length; index += 9973) {
        const path = paths[index] ?? '';
        for (const query of [path, path.slice(path.lastIndexOf('/') + 1)]) {
          const found = (await itemsOf(query)).map(({ label, detail }) => `${detail}/${label}`);
          ok(found.includes(path), `${query} doesn't find ${path}`);
        }
      }
    }).timeout(600_000);
  }
});
