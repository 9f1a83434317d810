import * as vscode from 'vscode';
import { restoreProposal } from '../../../src/core/editing/storedProposal.ts';
import { linesOf } from '../../../src/core/editing/textRange.ts';
import { StoredReviews } from '../../../src/vscode/editing/storedReviews.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { access, isWebWorker, setSetting, undoOnce } from '../extensionAccess.ts';
import { RefusingFileSystem } from '../refusingFileSystem.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { notebookText, WorkspaceFiles } from '../workspaceFiles.ts';
import { reviewTabs, SOURCE, shownProposal, TestReviews, untilSaved } from './openReview.ts';

const LINES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const PROPOSED = ['zero', 'ONE', 'two', 'three', 'four', 'five', 'six', 'seven', 'EIGHT', 'nine'];
const TEXT = LINES.join('\n');

const files = new WorkspaceFiles();
let fileCount = 0;

describe('a review, whatever happens to its document and its tab', () => {
  let open: TestReviews;

  beforeEach(async () => {
    open = await TestReviews.create();
  });

  afterEach(async () => {
    await setSetting('files.readonlyInclude', undefined);
    await setSetting('files.readonlyExclude', undefined);
    await setSetting('diffEditor.ignoreTrimWhitespace', undefined);
    await open.close();
    await files.remove();
  });

  /** Each file has another name, since VS Code keeps documents for a while after their tabs were closed. */
  async function newFile(text = TEXT): Promise<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(await files.write(`changes/file${++fileCount}.ts`, text));
  }

  async function type({ uri }: vscode.TextDocument, line: number, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(line, 0), text);
    equal(await vscode.workspace.applyEdit(edit), true);
  }

  async function untilTabs(count: number): Promise<void> {
    await until(
      () => reviewTabs().length,
      (length) => length === count,
    );
  }

  for (const [what, line, reason, proposed] of [
    ['elsewhere', 4, 'merged', PROPOSED.join('\n').replace('four', 'my four')],
    ['in the same line', 1, 'conflict', PROPOSED.join('\n')],
  ] as const) {
    it(`has what was typed ${what} between the plan and its opening, and says so`, async () => {
      const document = await newFile();
      const opening = open.reviews.open({ document, base: LINES, lines: PROPOSED, line: 0 });
      await type(document, line, 'my ');
      equal(await opening, { reason });
      equal((await shownProposal()).document.getText(), proposed);
      equal(await open.reviews.accept(), undefined);
      equal(document.getText(), proposed);
    });
  }

  it('merges what has changed in the document meanwhile, also for a reload, and applies that only when accepted again', async () => {
    const document = await newFile();
    const proposal = await open.open(document, PROPOSED.join('\n'));
    await type(document, 0, 'mine\n');
    const message = await open.reviews.accept();
    ok(said(message)?.includes('.ts has changed'), `Said: ${message}`);
    equal(document.getText(), ['mine', ...LINES].join('\n'));
    equal(proposal.document.getText(), ['mine', ...PROPOSED].join('\n'));
    await untilSaved(proposal);
    await proposal.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
    const { history } = await access();
    const stored = new StoredReviews(() => history.files());
    const onDisk = await until(
      async () => {
        const read = await stored.read(proposal.document.uri.query);
        return typeof read === 'object' ? read.review : undefined;
      },
      (review) => review?.parts.includes('typed') === true,
    );
    const shown = ['typed', 'mine', ...PROPOSED];
    equal(onDisk && restoreProposal(onDisk, linesOf(document.getText())), shown, 'After a reload');
    equal(await open.reviews.accept(), undefined);
    equal(document.getText(), shown.join('\n'));
    equal(await undoOnce(document), ['mine', ...LINES].join('\n'));
  });

  it('gives way to another one after it was merged too', async () => {
    const document = await newFile();
    await open.open(document, PROPOSED.join('\n'), { source: SOURCE });
    await type(document, 0, 'mine\n');
    ok(said(await open.reviews.accept())?.includes('has changed'), 'Not merged');
    await open.open(document, TEXT, { source: SOURCE });
    equal(reviewTabs().length, 1);
  });

  it('shows a conflict, and is accepted as it is shown then', async () => {
    const document = await newFile();
    const proposal = await open.open(document, PROPOSED.join('\n'));
    await type(document, 1, 'my ');
    await type(document, 4, 'my ');
    const present = document.getText();
    const message = await open.reviews.accept();
    ok(said(message)?.includes('same lines'), `Said: ${message}`);
    equal(document.getText(), present);
    const shown = PROPOSED.join('\n').replace('four', 'my four');
    equal([proposal.document.getText(), reviewTabs().length, open.acceptedCount], [shown, 1, 0]);
    await untilSaved(proposal);
    await proposal.edit((edit) => edit.replace(new vscode.Range(1, 0, 1, 3), 'my one and ONE'));
    equal(await open.reviews.accept(), undefined);
    equal(document.getText(), shown.replace('ONE', 'my one and ONE'));
  });

  it('keeps the proposal if the file was deleted', async function () {
    if (isWebWorker) {
      // VS Code deletes the file itself there, and then closes all its tabs. On disk, others may delete it.
      this.skip();
    }
    const document = await newFile('a\n');
    const proposal = await open.open(document, 'b\n');
    await vscode.workspace.fs.delete(document.uri);
    const message = await open.reviews.accept();
    ok(said(message)?.includes('no longer exists'), `Said: ${message}`);
    equal([reviewTabs().length, proposal.document.getText()], [1, 'b\n']);
  });

  it('refuses read-only documents before anything opens', async () => {
    const folder = new (class extends RefusingFileSystem {
      override stat({ scheme }: vscode.Uri): vscode.FileStat {
        const permissions = scheme === 'assistant-permitted' ? vscode.FilePermission.Readonly : undefined;
        return {
          type: vscode.FileType.File,
          ctime: 0,
          mtime: 0,
          size: 1,
          ...(permissions && { permissions }),
        };
      }
      override readFile(): Uint8Array {
        return new Uint8Array([97]);
      }
    })();
    const registrations = [
      vscode.workspace.registerFileSystemProvider('assistant-fixed', folder, { isReadonly: true }),
      vscode.workspace.registerFileSystemProvider('assistant-permitted', folder),
      vscode.workspace.registerTextDocumentContentProvider('assistant-provided', {
        provideTextDocumentContent: () => 'a',
      }),
    ];
    try {
      for (const scheme of ['assistant-fixed', 'assistant-permitted', 'assistant-provided']) {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`${scheme}:/a.txt`));
        const opened = await open.reviews.open({ document, base: ['a'], lines: ['b'], line: 0 });
        equal(opened, { error: 'This editor is read-only.' });
        equal(reviewTabs().length, 0);
      }
    } finally {
      vscode.Disposable.from(...registrations).dispose();
    }
  });

  it('is refused before it opens if a setting makes the file read-only', async () => {
    const document = await newFile();
    await setSetting('files.readonlyInclude', { 'changes/*.ts': true });
    const opened = await open.reviews.open({ document, base: LINES, lines: PROPOSED, line: 0 });
    equal([opened, reviewTabs().length], [{ error: 'This editor is read-only.' }, 0]);
    await setSetting('files.readonlyExclude', { 'changes/*.ts': true });
    await open.open(document, PROPOSED.join('\n'));
    equal(await open.reviews.accept(), undefined);
  });

  it('is refused for settings of the user where their editor has another document', async function () {
    if (isWebWorker) {
      // There, extensions and editors have the same documents.
      this.skip();
    }
    for (const [path, isRefused] of [
      ['settings.json', true],
      ['globalStorage/notes.txt', false],
    ] as const) {
      const uri = await files.write(`user-data/${path}`, 'a');
      const document = await vscode.workspace.openTextDocument(uri);
      const opened = await open.reviews.open({ document, base: ['a'], lines: ['b'], line: 0 });
      equal('error' in opened && said(opened.error)?.includes('under two names'), isRefused);
    }
  });

  it('stays, and writes nothing, if the editor is read-only in this session', async () => {
    const document = await newFile();
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    try {
      const proposal = await open.open(document, PROPOSED.join('\n'));
      equal(await open.reviews.accept(), 'This editor is read-only.');
      equal([document.getText(), document.isDirty, open.acceptedCount], [TEXT, false, 0]);
      equal([proposal.document.getText(), reviewTabs().length], [PROPOSED.join('\n'), 1]);
    } finally {
      await vscode.window.showTextDocument(document, { preview: false });
      await vscode.commands.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
    }
  });

  it('stays, and says so, if the document has another text than the accepted one', async () => {
    const document = await newFile();
    const proposal = await open.open(document, PROPOSED.join('\n'));
    const { applyEdit } = vscode.workspace;
    // Stands for another extension, which changes the document at once.
    const interfere: typeof applyEdit = async (edit) => {
      Object.assign(vscode.workspace, { applyEdit });
      const isApplied = await applyEdit(edit);
      await type(document, 0, 'other ');
      return isApplied;
    };
    Object.assign(vscode.workspace, { applyEdit: interfere });
    const message = await open.reviews.accept();
    ok(said(message)?.includes('is not as proposed'), `Said: ${message}`);
    equal([open.acceptedCount, reviewTabs().length], [0, 1]);
    equal(proposal.document.getText(), PROPOSED.join('\n'));
  });

  it('stays, and says that the cell of a notebook was deleted', async () => {
    const uri = await files.write(`changes/a${++fileCount}.ipynb`, notebookText('a', 'b'));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const proposal = await open.open(notebook.cellAt(1).document, 'changed');
    const edit = new vscode.WorkspaceEdit();
    edit.set(uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(1, 2))]);
    equal(await vscode.workspace.applyEdit(edit), true);
    const message = await open.reviews.accept(proposal.document.uri);
    ok(said(message)?.includes('no longer exists'), `Said: ${message}`);
    equal(open.acceptedCount, 0);
  });

  it('does not write into another document if an untitled one was closed', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'a' });
    await vscode.window.showTextDocument(document, { preview: false });
    const proposal = await open.open(document, 'b');
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(
      () => document.isClosed,
      (isClosed) => isClosed,
    );
    const message = await open.reviews.accept(proposal.document.uri);
    ok(said(message)?.includes('no longer exists'), `Said: ${message}`);
    equal(open.acceptedCount, 0);
  });

  it('gives way to another one of the same code block only if nothing was typed into it', async () => {
    const document = await newFile('a\n');
    const first = await open.open(document, 'b\n', { source: SOURCE });
    const second = await open.open(document, 'd\n', { source: SOURCE });
    equal([reviewTabs().length, open.files.text(first.document.uri)], [1, undefined]);
    await second.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
    const third = await open.open(document, 'e\n', { source: SOURCE, replaces: second.document.uri });
    await untilTabs(2);
    equal(await open.reviews.accept(second.document.uri), undefined);
    equal(document.getText(), 'typed d\n');
    const message = await open.reviews.accept(third.document.uri);
    ok(said(message)?.includes('has changed'), `Said: ${message}`);
  });

  it('stays when another code block is proposed for the same document, and the last one is merged', async () => {
    const document = await newFile();
    const first = await open.open(document, PROPOSED.join('\n'), { source: SOURCE });
    const changed = (line: number): string => LINES.with(line, LINES[line]?.toUpperCase() ?? '').join('\n');
    const second = await open.open(document, changed(3), { source: { ...SOURCE, blockIndex: 1 } });
    const third = await open.open(document, changed(5), { source: { ...SOURCE, turnId: 'later' } });
    const fourth = await open.open(document, changed(3));
    equal([reviewTabs().length, open.outcomes], [4, []]);
    // Asked about again.
    const fifth = await open.open(document, changed(5), { replaces: third.document.uri });
    equal(reviewTabs().length, 4);
    equal(open.outcomes, [
      `Another review of ${document.uri.path.split('/').at(-1)} took the place of this one.`,
    ]);
    equal(await open.reviews.accept(first.document.uri), undefined);
    for (const { document: proposal } of [second, fourth, fifth]) {
      const message = await open.reviews.accept(proposal.uri);
      ok(said(message)?.includes('has changed'), `Said: ${message}`);
      equal(await open.reviews.accept(proposal.uri), undefined);
    }
    equal(linesOf(document.getText()), PROPOSED.with(3, 'THREE').with(5, 'FIVE'));
  });

  for (const reopen of ['the button', 'the command of VS Code'] as const) {
    it(`can be opened again by ${reopen} after its tab was closed, with what was typed into it`, async () => {
      const document = await newFile('a\n');
      const before = await open.open(document, 'b\n');
      await before.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
      await untilSaved(before);
      const dialogs = new StubDialogs();
      try {
        dialogs.hear('showInformationMessage', ...(reopen === 'the button' ? ['Reopen Review'] : []));
        await vscode.window.tabGroups.close(reviewTabs());
        await until(
          () => dialogs.said,
          (said) => said.length > 0,
        );
        if (reopen === 'the command of VS Code') {
          await untilTabs(0);
          await vscode.commands.executeCommand('workbench.action.reopenClosedEditor');
        }
        const { document: proposal } = await shownProposal();
        equal(proposal.getText(), 'typed b\n');
        // What is typed now is saved too.
        await type(proposal, 0, 'again ');
        await untilSaved({ document: proposal });
        equal(await open.reviews.accept(proposal.uri), undefined);
        equal(document.getText(), 'again typed b\n');
      } finally {
        dialogs.restore();
      }
    });
  }

  it('tells in its title of changes that VS Code does not show, and takes them back', async () => {
    const lines = ['all:', '\techo a', '\techo b'];
    const document = await newFile(lines.join('\n'));
    const proposal = await open.open(document, 'all:\n    echo a\n\techo c');
    const name = document.uri.path.split('/').at(-1);
    equal(reviewTabs()[0]?.label, `${name} (Review, lines with changed white space: 1)`);
    proposal.selection = new vscode.Selection(1, 0, 1, 0);
    equal(await open.reviews.revertChange(), undefined);
    equal(proposal.document.getText(), document.getText());
    const shown = await newFile(lines.join('\n'));
    await setSetting('diffEditor.ignoreTrimWhitespace', false);
    await open.open(shown, 'all:\n    echo a');
    ok(
      reviewTabs().some(({ label }) => label.endsWith(' (Review)')),
      'It is counted though it is shown',
    );
  });

  it('takes back in the review whose button was pressed, not in the one of the active editor', async () => {
    const [document, other] = [await newFile(), await newFile()];
    const proposal = await open.open(document, PROPOSED.join('\n'));
    proposal.selection = new vscode.Selection(8, 0, 8, 0);
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    const second = await open.open(other, PROPOSED.join('\n'));
    second.selection = new vscode.Selection(1, 0, 1, 0);
    equal(await open.reviews.revertChange(proposal.document.uri), undefined);
    equal(linesOf(proposal.document.getText()), [...PROPOSED.slice(0, 8), 'eight', 'nine']);
    equal(linesOf(second.document.getText()), PROPOSED);
  });
});
