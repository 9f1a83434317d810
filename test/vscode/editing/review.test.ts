import * as vscode from 'vscode';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { editorOn, undoOnce } from '../extensionAccess.ts';
import { StubFolder } from '../stubFolder.ts';
import { notebookText, WorkspaceFiles } from '../workspaceFiles.ts';
import { reviewTabs, SOURCE, TestReviews } from './openReview.ts';

const LINES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `LINES` with one changed, one removed, two added lines. */
const PROPOSED = ['zero', 'ONE', 'two', 'four', 'five', 'six', 'a', 'b', 'seven', 'eight', 'nine'];

const files = new WorkspaceFiles();
let fileCount = 0;

describe('review', () => {
  let open: TestReviews;

  beforeEach(async () => {
    open = await TestReviews.create();
  });

  afterEach(async () => {
    await open.close();
    await files.remove();
  });

  /** Each file has another name, since VS Code keeps documents for a while after their tabs were closed. */
  async function newFile(text: string): Promise<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(await files.write(`review/file${++fileCount}.ts`, text));
  }

  function setCursor(editor: vscode.TextEditor, line: number): void {
    editor.selection = new vscode.Selection(line, 0, line, 0);
  }

  it('opens beside the chat if that is in the active editor tab', async () => {
    const document = await newFile('a');
    const chat = vscode.window.createWebviewPanel('assistant-test', 'Chat', vscode.ViewColumn.Active);
    await until(
      () => chat.active,
      (isActive) => isActive,
    );
    await open.open(document, 'b');
    equal(chat.visible, true);
  });

  for (const [kind, text, proposed] of [
    ['LF', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nnew\r\nc\r\n'],
    ['no text', '', 'a\nb'],
  ] as const) {
    it(`changes nothing until accepted, then writes once, with ${kind}`, async () => {
      const document = await newFile(text);
      const { version } = document;
      const proposal = await open.open(document, proposed.replaceAll('\r\n', '\n'));
      equal([proposal.document.getText(), proposal.document.languageId], [proposed, 'typescript']);
      equal([document.getText(), document.version], [text, version]);
      equal(await open.reviews.accept(), undefined);
      equal([document.getText(), document.version, open.acceptedCount], [proposed, version + 1, 1]);
      equal([reviewTabs().length, open.files.text(proposal.document.uri)], [0, undefined]);
      equal(vscode.window.activeTextEditor?.document === document, true);
      equal(await undoOnce(document), text);
    });
  }

  it('applies what the proposal shows, with edits that are not saved yet, at its first change', async () => {
    const document = await newFile(LINES.join('\n'));
    const proposal = await open.open(document, PROPOSED.join('\n'), { line: 6 });
    equal(proposal.selection.active.line, 6);
    await proposal.edit((edit) => edit.replace(new vscode.Range(0, 0, 1, 3), 'ZERO\none'));
    equal(await open.reviews.accept(), undefined);
    equal(document.getText(), ['ZERO', 'one', ...PROPOSED.slice(2)].join('\n'));
    equal(vscode.window.activeTextEditor?.selection.active.line, 0);
  });

  it('keeps a BOM and the encoding', async () => {
    const document = await newFile('\u{FEFF}a\nb\n');
    await open.open(document, 'a\nc\n');
    equal(await open.reviews.accept(), undefined);
    await document.save();
    equal(Array.from(await vscode.workspace.fs.readFile(document.uri)), [0xef, 0xbb, 0xbf, 97, 10, 99, 10]);
  });

  it('covers unsaved documents and virtual files', async () => {
    const { document: unsaved } = await editorOn('a\nb\n', [0, 0, 0, 0], 'python');
    const folder = new StubFolder();
    try {
      const virtual = await vscode.workspace.openTextDocument(folder.write('a.txt', 'a\nb\n'));
      for (const document of [unsaved, virtual]) {
        const proposal = await open.open(document, 'a\nc\n');
        equal(proposal.document.languageId, document.languageId);
        equal(await open.reviews.accept(), undefined);
        equal(document.getText(), 'a\nc\n');
        equal(await undoOnce(document), 'a\nb\n');
      }
    } finally {
      folder.dispose();
    }
  });

  it('covers cells of notebooks', async () => {
    const uri = await files.write('review/a.ipynb', notebookText('a = 1', 'b = 1'));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(1);
    const proposal = await open.open(document, 'b = 2\nc = 3');
    equal([proposal.document.getText(), proposal.document.languageId], ['b = 2\nc = 3', document.languageId]);
    equal(await open.reviews.accept(), undefined);
    equal([notebook.cellAt(0).document.getText(), document.getText()], ['a = 1', 'b = 2\nc = 3']);
  });

  it('discards without a question, right after an edit', async () => {
    const document = await newFile('a\n');
    const proposal = await open.open(document, 'b\n');
    await proposal.edit((edit) => edit.insert(new vscode.Position(0, 0), 'c'));
    equal(await open.reviews.discard(), undefined);
    equal([reviewTabs().length, document.getText(), document.isDirty], [0, 'a\n', false]);
    ok(said(await open.reviews.accept())?.includes('No review'), 'It did not report that no review is open');
  });

  it('says what became of it', async () => {
    const document = await newFile(LINES.join('\n'));
    const said: string[] = [];
    for (const [proposed, close] of [
      [PROPOSED, () => open.reviews.accept()],
      [['first', ...PROPOSED], () => open.reviews.accept()],
      [['first', ...PROPOSED], () => open.reviews.accept()],
      [LINES, () => open.reviews.discard()],
      [LINES, () => open.open(document, 'newer', { source: SOURCE })],
      [LINES, () => vscode.window.tabGroups.close(reviewTabs())],
    ] as const) {
      await open.open(document, proposed.join('\n'), { source: SOURCE });
      const count = open.outcomes.length;
      await close();
      await until(
        () => open.outcomes,
        ({ length }) => length > count,
      );
      const name = document.uri.path.split('/').at(-1) ?? '';
      said.push(...open.outcomes.splice(0).map((outcome) => outcome.replace(name, 'FILE')));
    }
    equal(said, [
      '',
      '',
      'The review was accepted without a change.',
      'The review was discarded. Nothing was changed.',
      'Another review of FILE took the place of this one.',
      'Another review of FILE took the place of this one.',
      'The review was discarded. Nothing was changed.',
    ]);
  });

  it('takes back the hunk at the cursor, in one undo step', async () => {
    const document = await newFile(LINES.join('\n'));
    const proposal = await open.open(document, PROPOSED.join('\n'));
    const all = PROPOSED.join('\n');
    for (const [cursor, expected] of [
      [1, all.replace('ONE', 'one')],
      // Between the two lines is the place of the removed one.
      [2, all.replace('two\n', 'two\nthree\n')],
      [3, all.replace('two\n', 'two\nthree\n')],
      [6, all.replace('a\nb\n', '')],
      [7, all.replace('a\nb\n', '')],
    ] as const) {
      setCursor(proposal, cursor);
      equal(await open.reviews.revertChange(), undefined);
      equal(proposal.document.getText(), expected, `From line ${cursor}`);
      await vscode.commands.executeCommand('undo');
      // Saved, too: an edit while VS Code still saves is refused, and a person would try again.
      await until(
        () => !proposal.document.isDirty && proposal.document.getText(),
        (text) => text === all,
      );
    }
    setCursor(proposal, 10);
    const message = await open.reviews.revertChange();
    ok(said(message)?.includes('no change at the cursor'), `Said: ${message}`);
    equal([proposal.document.getText(), document.getText()], [all, LINES.join('\n')]);
  });

  it('takes back a hunk from the side of the document', async () => {
    const document = await newFile(LINES.join('\n'));
    const proposed = ['new', 'new', ...PROPOSED].join('\n');
    const proposal = await open.open(document, proposed);
    await vscode.commands.executeCommand('diffEditor.switchSide');
    const left = await until(
      () => vscode.window.activeTextEditor,
      (editor) => editor?.document === document,
    );
    ok(left, 'No editor');
    setCursor(left, 3);
    equal(await open.reviews.revertChange(), undefined);
    equal(proposal.document.getText(), proposed.replace('two\n', 'two\nthree\n'));
  });

  it('finds the review of the editor whose title button was pressed', async () => {
    const document = await newFile('a\n');
    const proposal = await open.open(document, 'b\n');
    await editorOn('other', [0, 0, 0, 0]);
    ok(said(await open.reviews.accept())?.includes('No review'), 'It accepted a review that is not active');
    equal(await open.reviews.accept(proposal.document.uri), undefined);
    equal(document.getText(), 'b\n');
  });

  for (const [pressed, expected, outcome] of [
    [['accept', 'accept'], 'b\n', ''],
    [['accept', 'discard'], 'b\n', ''],
    [['discard', 'discard'], 'a\n', 'The review was discarded. Nothing was changed.'],
  ] as const) {
    it(`does nothing, and says nothing, for the second of ${pressed.join(' and ')}, nor in another review`, async () => {
      const [other, document] = [await newFile('a\n'), await newFile('a\n')];
      const left = await open.open(other, 'b\n');
      await open.open(document, 'b\n');
      equal(await Promise.all(pressed.map((action) => open.reviews[action]())), [undefined, undefined]);
      equal([document.getText(), other.getText()], [expected, 'a\n']);
      equal(open.outcomes, [outcome]);
      equal(await open.reviews.accept(left.document.uri), undefined);
      equal(other.getText(), 'b\n');
    });
  }

  it('does nothing in the review that comes to the front while the accepted one closes', async () => {
    const [other, document] = [await newFile('a\n'), await newFile('a\n')];
    await open.open(other, 'b\n');
    await open.open(document, 'b\n');
    const again: Promise<unknown>[] = [];
    const listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.length > 0) {
        again.push(open.reviews.accept());
      }
    });
    try {
      equal(await open.reviews.accept(), undefined);
      equal(await Promise.all(again), [undefined]);
      equal([document.getText(), other.getText(), reviewTabs().length], ['b\n', 'a\n', 1]);
    } finally {
      listener.dispose();
    }
  });

  it('shows what it has merged before a second Accept applies that', async () => {
    const document = await newFile('a\nb\nc\n');
    await open.open(document, 'a\nb\nC\n');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'mine ');
    equal(await vscode.workspace.applyEdit(edit), true);
    const [first, second] = await Promise.all([open.reviews.accept(), open.reviews.accept()]);
    ok(said(first)?.includes('has changed'), `Said: ${first}`);
    equal([second, document.getText()], [undefined, 'mine a\nb\nc\n']);
    equal(await open.reviews.accept(), undefined);
    equal(document.getText(), 'mine a\nb\nC\n');
  });
});
