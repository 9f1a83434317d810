import * as vscode from 'vscode';
import { Candidates } from '../../../src/vscode/attachments/candidates.ts';
import {
  captureFiles,
  captureSources,
  refreshAttachment,
} from '../../../src/vscode/attachments/kinds/attachmentSource.ts';
import { captureFile } from '../../../src/vscode/attachments/kinds/captureFile.ts';
import { type CaptureResult, isCaptured } from '../../../src/vscode/attachments/kinds/captureResult.ts';
import { readChosen, readWithoutAsking } from '../../../src/vscode/attachments/readingDoor.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { displayPath } from '../../../src/vscode/displayPath.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, isWebWorker, setSetting } from '../extensionAccess.ts';
import { readable } from '../readable.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

/** "日本" in Shift JIS, which is not valid UTF-8. */
const SHIFT_JIS = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);

describe('The door for reading', () => {
  if (isWebWorker) {
    // It has no links, and no notebooks of its own.
    return;
  }
  const { mkdtempSync, rmSync, symlinkSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const files = new WorkspaceFiles();
  /** A folder outside of the workspace, with a file. */
  let outside: string;
  let secret: vscode.Uri;

  before(() => {
    outside = mkdtempSync(`${tmpdir()}/assistant-outside-`);
    secret = vscode.Uri.file(`${outside}/secret.txt`);
    writeFileSync(secret.fsPath, 'outside');
  });

  afterEach(async () => {
    await closeEditors();
    await files.remove();
  });

  after(() => rmSync(outside, { recursive: true }));

  const inWorkspace = (path: string): vscode.Uri => vscode.Uri.joinPath(workspaceRoot(), path);

  /** How often the user is asked when these files are attached. */
  async function questionsAbout(...uris: vscode.Uri[]): Promise<number> {
    let questions = 0;
    const captured = await captureFiles(uris, async () => {
      questions += 1;
      return false;
    });
    equal(captured.length, uris.length - questions);
    return questions;
  }

  it('asks about links that lead out of the workspace, but not about others', async () => {
    await files.write('linked/inside.txt', 'inside');
    symlinkSync(secret.fsPath, inWorkspace('linked/file.txt').fsPath);
    symlinkSync(outside, inWorkspace('linked/folder').fsPath);
    const beside = await files.writeOutside('secret.txt', 'beside');
    symlinkSync(beside.fsPath, inWorkspace('linked/beside.txt').fsPath);
    symlinkSync(inWorkspace('linked/gone.txt').fsPath, inWorkspace('linked/broken.txt').fsPath);
    symlinkSync(inWorkspace('linked/inside.txt').fsPath, inWorkspace('linked/around.txt').fsPath);
    equal(await questionsAbout(inWorkspace('linked/file.txt')), 1);
    equal(await questionsAbout(inWorkspace('linked/folder/secret.txt')), 1);
    equal(await questionsAbout(inWorkspace('linked/beside.txt')), 1);
    equal(await questionsAbout(inWorkspace('linked/broken.txt')), 1);
    equal(await questionsAbout(inWorkspace('linked/around.txt')), 0);
    equal(await readChosen(inWorkspace('linked/file.txt')), undefined);
  });

  it('reads what the user has not chosen only if a search would find the file that it really is', async () => {
    await setSetting('files.exclude', { '**/hidden': true });
    await setSetting('search.exclude', { 'named/*.snap': true });
    try {
      await files.write('named/.gitignore', '.env\nsecret.yml\n');
      for (const path of [
        '.env',
        'deep/secret.yml',
        'hidden/a.txt',
        'a.snap',
        'node_modules/a.js',
        'a.txt',
      ]) {
        await files.write(`named/${path}`, 'x');
      }
      for (const [link, path] of Object.entries({
        'env.txt': '.env',
        'hidden.txt': 'hidden/a.txt',
        folder: 'hidden',
        'snap.txt': 'a.snap',
        'same.txt': 'a.txt',
        'hidden/same.txt': 'a.txt',
      })) {
        symlinkSync(inWorkspace(`named/${path}`).fsPath, inWorkspace(`named/${link}`).fsPath);
      }
      const found: string[] = [];
      for (const path of [
        ...['.env', 'deep/secret.yml', 'hidden/a.txt', 'a.snap', 'node_modules/a.js', 'a.txt'],
        ...['env.txt', 'hidden.txt', 'folder/a.txt', 'snap.txt', 'same.txt', 'hidden/same.txt'],
      ]) {
        const uri = inWorkspace(`named/${path}`);
        if ((await readWithoutAsking(uri)) !== undefined) {
          found.push(path);
        }
        equal([await questionsAbout(uri), (await readChosen(uri)) === undefined], [0, false], path);
      }
      equal(found, ['a.txt', 'same.txt', 'hidden/same.txt']);
    } finally {
      await setSetting('files.exclude', undefined);
      await setSetting('search.exclude', undefined);
    }
  });

  it('takes as open what has a tab, not what another extension has loaded', async () => {
    await vscode.workspace.openTextDocument(secret);
    equal(await questionsAbout(secret), 1);
    await vscode.window.showTextDocument(secret);
    equal(await questionsAbout(secret), 0);
  });

  it('reads nothing else under the same name: a link, another untitled document', async () => {
    const uri = await files.write('live/notes.txt', 'mine');
    const notes = captured(await captureFile(await readable(uri)));
    await vscode.workspace.fs.delete(uri);
    symlinkSync(secret.fsPath, uri.fsPath);
    equal(await refreshAttachment(notes), {
      error: 'live/notes.txt is no longer the file that was attached. Attach it again.',
    });

    const first = await untitled('first');
    const untitledNotes = captured(await captureFile(await readable(first)));
    equal((await refreshAttachment(untitledNotes)) === untitledNotes, true);
    await closeEditors();
    equal((await untitled('second')).toString(), first.toString());
    equal(await refreshAttachment(untitledNotes), {
      error: `${first.path} is no longer the file that was attached. Attach it again.`,
    });
  });

  it('decodes a file as its editor does, even after that was closed', async () => {
    const uri = await files.write('encoded/text.txt', SHIFT_JIS);
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(uri, { encoding: 'shiftjis' }),
    );
    const before = captured(await captureFile(await readable(uri)));
    equal([before.text, before.encoding], ['日本', 'shiftjis']);
    await closeEditors();
    await files.write('encoded/text.txt', new Uint8Array([...SHIFT_JIS, 0x21]));
    equal(captured(await refreshAttachment(before)).text, '日本!');
  });

  it('reads language and name again, not only the text', async () => {
    const uri = await files.write('again/text.txt', 'x');
    const before = captured(await captureFile(await readable(uri)));
    const { document } = await vscode.window.showTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, 'python');
    equal(captured(await refreshAttachment(before)).languageId, 'python');
  });

  it('reads the cells of a notebook as they are shown, as one attachment', async () => {
    const cell = { cell_type: 'code', source: ['x = 1'], metadata: {}, outputs: [], execution_count: null };
    const text = { cell_type: 'markdown', source: ['# Title'], metadata: {} };
    const uri = await files.write(
      'book/cells.ipynb',
      JSON.stringify({ cells: [text, cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(notebook.cellAt(1).document.uri, new vscode.Position(0, 5), '2');
    ok(await vscode.workspace.applyEdit(edit), 'Nothing was edited');
    const { document } = notebook.cellAt(1);
    const selection = new vscode.Selection(0, 0, 0, 0);
    let found: string[] = [];
    await new Candidates(() => ({ document, selection })).list(
      'cells.ipynb',
      ({ items }) => {
        found = items.map(({ kind, label }) => `${kind} ${label}`);
      },
      new vscode.CancellationTokenSource().token,
    );
    equal(found, ['file cells.ipynb']);
    const [attached] = await captureSources([{ kind: 'file', file: document.uri }], undefined);
    ok(attached && isCaptured(attached), 'It was not captured');
    equal([attached.path, attached.uri], ['book/cells.ipynb', uri.toString()]);
    equal(attached.text, '# %% [markdown]\n# Title\n\n# %% python\nx = 12');
  });

  it('names the version of a file that Git shows beside the current one', () => {
    const version = (ref: string): vscode.Uri => {
      const file = inWorkspace('src/index.ts');
      return file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref }) });
    };
    equal(
      ['HEAD', '~', ''].map((ref) => displayPath(version(ref))),
      ['src/index.ts (HEAD)', 'src/index.ts (Index)', 'src/index.ts (Index)'],
    );
  });

  async function untitled(content: string): Promise<vscode.Uri> {
    const document = await vscode.workspace.openTextDocument({ content });
    await vscode.window.showTextDocument(document);
    return document.uri;
  }
});

function captured(result: CaptureResult): ComposerAttachment {
  ok(isCaptured(result), 'error' in result ? (said(result.error) ?? '') : '');
  return result;
}
