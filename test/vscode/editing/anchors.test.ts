import * as vscode from 'vscode';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import { toAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn, isWebWorker, undoOnce } from '../extensionAccess.ts';
import { notebookText, WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const CODE = 'import a;\n\nfunction f() {\n  return 1;\n}\n\nfunction g() {\n  return 2;\n}\n';

/** Lines of `f` in the code. */
const F: Selected = [2, 0, 5, 0];

/** The lines around the second and the third `f` are the same. */
const REPEATED = CODE.repeat(4);
const SECOND_F: Selected = [11, 0, 14, 0];

const SELECT = 'Select the text to replace, and use Replace Selection.';

type Selected = [startLine: number, startCharacter: number, endLine: number, endCharacter: number];

describe('the place of what was asked about', () => {
  const files = new WorkspaceFiles();
  let anchors: Anchors;
  /** Of each test its own: a document may stay open for a while after its editor was closed. */
  let folder: string;
  let testCount = 0;

  beforeEach(() => {
    anchors = new Anchors();
    folder = `anchors/${testCount++}`;
  });

  afterEach(async () => {
    anchors.dispose();
    await closeEditors();
    await files.remove();
  });

  /** Selects a part of a document and follows it. */
  function ask(editor: vscode.TextEditor, selected: Selected): Attachment {
    editor.selection = new vscode.Selection(...selected);
    const captured = captureSelection(editor, crypto.randomUUID());
    ok(captured, 'Nothing is selected');
    anchors.track([captured]);
    return toAttachment(captured);
  }

  /** Opens a file as the user does: VS Code keeps what an extension opens for minutes after its tab was closed. */
  async function openFile(content: string, name = 'code.ts'): Promise<vscode.TextEditor> {
    const uri = await files.write(`${folder}/${name}`, content);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    const editor = await until(
      () => vscode.window.activeTextEditor,
      (active) => active?.document.uri.toString() === uri.toString(),
    );
    ok(editor, 'The file is not shown');
    return editor;
  }

  /** As after a reload: nothing is known but what is stored. */
  function reload(): void {
    anchors.dispose();
    anchors = new Anchors();
  }

  async function located(attachment: Attachment): Promise<string> {
    const result = await anchors.locate(attachment);
    if ('error' in result) {
      return said(result.error) ?? '';
    }
    const { document, range, asked, ignoresIndentation } = result;
    const now = document.getText(range).replaceAll('\r\n', '\n');
    const lines = anchors.peek(attachment);
    return [
      `${lines?.startLine}–${lines?.endLine}`,
      JSON.stringify(now),
      ...(asked === now ? [] : ['changed']),
      ...(ignoresIndentation ? ['indented'] : []),
    ].join(' ');
  }

  async function edit(editor: vscode.TextEditor, selected: Selected, text: string): Promise<void> {
    // As one edit: VS Code reduces a workspace edit to what differs.
    equal(await editor.edit((change) => change.replace(new vscode.Range(...selected), text)), true);
  }

  async function untilClosed(...documents: readonly vscode.TextDocument[]): Promise<void> {
    await until(
      () => documents.every(({ isClosed }) => isClosed),
      (areClosed) => areClosed,
    );
  }

  const ASKED = JSON.stringify('function f() {\n  return 1;\n}\n');
  const notFound = ({ path }: Attachment, why = 'are no longer'): string =>
    `The lines that you asked about ${why} in ${path}. ${SELECT}`;
  const AMBIGUOUS = 'occur more than once';

  it('moves with edits above it and is announced', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    const event = new Promise<void>((resolve) => anchors.onDidMove(resolve));
    await edit(editor, [0, 0, 0, 0], 'import b;\n');
    equal(anchors.peek(asked), { startLine: 4, endLine: 6 });
    await event;
    equal(await located(asked), `4–6 ${ASKED}`);
  });

  it('moves with its lines when the user moves them', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    await vscode.commands.executeCommand('editor.action.moveLinesDownAction');
    equal(await located(asked), `4–6 ${ASKED}`);
    await vscode.commands.executeCommand('editor.action.moveLinesUpAction');
    equal(await located(asked), `3–5 ${ASKED}`);
  });

  it('keeps what was sent as asked if the text inside has changed, until that is undone', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    await edit(editor, [2, 0, 2, 0], 'async ');
    equal(await located(asked), `3–5 ${JSON.stringify('async function f() {\n  return 1;\n}\n')} changed`);
    await undoOnce(editor.document);
    equal(await located(asked), `3–5 ${ASKED}`);
  });

  it('is told from the same text elsewhere, also after undo of what removed its first or last line', async () => {
    const editor = await openFile(REPEATED);
    const asked = ask(editor, SECOND_F);
    for (const removed of [
      [11, 0, 12, 0],
      [13, 0, 14, 0],
      [12, 11, 13, 1],
    ] as const) {
      await edit(editor, [...removed], '');
      await undoOnce(editor.document);
      equal(await located(asked), `12–14 ${ASKED}`);
    }
  });

  it('is found again after an edit across its border, if nothing else can be meant', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    await edit(editor, [0, 0, 9, 0], `${CODE.replace('import a;\n', '')}// end`);
    equal(await located(asked), `2–4 ${ASKED}`);
    await edit(editor, [0, 0, 7, 0], CODE.slice(10).repeat(2));
    equal(await located(asked), notFound(asked, AMBIGUOUS));
    await edit(editor, [0, 0, 99, 0], 'nothing');
    equal(await located(asked), notFound(asked));
    equal(anchors.peek(asked), undefined);
  });

  it('survives a formatter, which may change its indentation', async () => {
    const editor = await openFile(`{\n${CODE}}\n`);
    const asked = ask(editor, [3, 0, 6, 0]);
    const formatter = vscode.languages.registerDocumentFormattingEditProvider('typescript', {
      provideDocumentFormattingEdits: (document) => [
        vscode.TextEdit.replace(
          new vscode.Range(0, 0, document.lineCount, 0),
          document.getText().replace(/^(?=.*\w|.*\})/gm, '  '),
        ),
      ],
    });
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatDocumentProvider',
      editor.document.uri,
      {},
    );
    formatter.dispose();
    const change = new vscode.WorkspaceEdit();
    change.set(editor.document.uri, edits);
    equal(await vscode.workspace.applyEdit(change), true);
    equal(await located(asked), `4–6 ${JSON.stringify('  function f() {\n    return 1;\n  }\n')} indented`);
  });

  it('survives other line ends, and text changed on disk', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    await editor.edit((change) => change.setEndOfLine(vscode.EndOfLine.CRLF));
    equal(await located(asked), `3–5 ${ASKED}`);
    await editor.document.save();
    await files.write(`${folder}/code.ts`, `new\n${CODE}new\n`);
    // VS Code reads it again by itself too, unless its watcher misses the change.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    equal(editor.document.lineAt(0).text, 'new');
    equal(await located(asked), `4–6 ${ASKED}`);
  });

  it('is kept while its document is closed, if that does not change', async function () {
    if (isWebWorker) {
      // There, VS Code keeps documents open after their last tab was closed.
      this.skip();
    }
    const [same, changed] = [await openFile(REPEATED), await openFile(REPEATED, 'changed.ts')];
    const [askedInSame, askedInChanged] = [ask(same, SECOND_F), ask(changed, SECOND_F)];
    await closeEditors();
    await untilClosed(same.document, changed.document);
    await files.write(askedInChanged.path, `new\n${REPEATED}`);
    equal(await located(askedInSame), `12–14 ${ASKED}`);
    equal(await located(askedInChanged), notFound(askedInChanged, AMBIGUOUS));
  });

  it('is found after a reload, in a file that is not open, but in no other file', async () => {
    const editor = await openFile(CODE);
    const asked = ask(editor, F);
    const ambiguous = ask(await openFile(REPEATED, 'repeated.ts'), SECOND_F);
    await closeEditors();
    reload();
    equal(await located(asked), `3–5 ${ASKED}`);
    equal(await located(ambiguous), notFound(ambiguous, AMBIGUOUS));
    const elsewhere = { ...asked, id: 'elsewhere', path: ambiguous.path };
    equal(await located(elsewhere), `${ambiguous.path} no longer exists or can’t be opened. ${SELECT}`);
  });

  it('is found after a reload although a line inside has changed: what was asked is the text that was sent', async () => {
    const code = CODE.replace('  return 1;', '  start();\n  return 1;\n  stop();');
    const editor = await openFile(code);
    const asked = ask(editor, [2, 0, 7, 0]);
    reload();
    await edit(editor, [4, 0, 4, 11], '  return 3;');
    const changed = 'function f() {\n  start();\n  return 3;\n  stop();\n}\n';
    equal(await located(asked), `3–7 ${JSON.stringify(changed)} changed`);
  });

  it('is that of the lines that were sent, if others were left out', async () => {
    const editor = await openFile(CODE);
    const whole = ask(editor, [2, 0, 9, 0]);
    const cut = { ...whole, text: 'function f() {\n  return 1;\n}\n', endLine: 5, leftOutLines: 4 };
    equal(await located(cut), `3–5 ${ASKED}`);
    const { document } = editor;
    await edit(editor, F, 'new\n');
    anchors.applied(cut, document, new vscode.Range(2, 0, 3, 0));
    equal(await located(cut), '3–3 "new\\n"');
    await undoOnce(document);
    equal(await located(cut), `3–5 ${ASKED}`);
  });

  it('knows what was applied, and what was sent again after undo', async () => {
    const editor = await openFile(REPEATED);
    const asked = ask(editor, SECOND_F);
    await edit(editor, SECOND_F, 'new();\n');
    anchors.applied(asked, editor.document, new vscode.Range(11, 0, 12, 0));
    equal(await located(asked), '12–12 "new();\\n"');
    await undoOnce(editor.document);
    equal(await located(asked), `12–14 ${ASKED}`);
  });

  it('is in an untitled document as long as that is open', async () => {
    const editor = await editorOn(CODE, F);
    const asked = ask(editor, F);
    reload();
    equal(await located(asked), `3–5 ${ASKED}`);
    await closeEditors();
    await untilClosed(editor.document);
    equal(await located(asked), `${asked.path} no longer exists or can’t be opened. ${SELECT}`);
  });

  function inFolder(name: string): vscode.Uri {
    return vscode.Uri.joinPath(workspaceRoot(), folder, name);
  }

  /** As in the Explorer: VS Code tells extensions. */
  async function rename(from: string, to: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(inFolder(from), inFolder(to), { overwrite: true });
    equal(await vscode.workspace.applyEdit(edit), true);
  }

  it('follows a rename of its file or of a folder, also when that is closed, and says the new name', async () => {
    const [open, unsaved] = [await openFile(REPEATED, 'sub/code.ts'), await openFile(REPEATED, 'sub/new.ts')];
    const [asked, askedInUnsaved] = [ask(open, SECOND_F), ask(unsaved, SECOND_F)];
    await edit(unsaved, [0, 0, 0, 0], '// mine\n');
    await rename('sub/code.ts', 'sub/renamed.py');
    equal(await located(asked), `12–14 ${ASKED}`);
    await rename('sub', 'moved');
    const event = new Promise<void>((resolve) => anchors.onDidMove(resolve));
    equal(anchors.pathOf(asked), `${folder}/moved/renamed.py`);
    equal(await located(asked), `12–14 ${ASKED}`);
    equal(await located(askedInUnsaved), `13–15 ${ASKED}`);
    await event;

    await closeEditors();
    await rename('moved/renamed.py', 'closed.ts');
    equal(await located(asked), `12–14 ${ASKED}`);
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('closed.ts'));
    ok(document, 'Not opened');
    const renamed = await vscode.window.showTextDocument(document);
    await edit(renamed, [0, 0, 0, 0], 'new\n');
    equal(await located(asked), `13–15 ${ASKED}`);
    await edit(renamed, [0, 0, 99, 0], 'nothing');
    equal(await located(asked), notFound({ ...asked, path: `${folder}/closed.ts` }));
    await renamed.document.save();
  });

  it('has gone after a rename that VS Code does not tell of, and after one that was before a reload', async () => {
    const [untold, told] = [await openFile(CODE), await openFile(CODE, 'told.ts')];
    const [askedInUntold, askedInTold] = [ask(untold, F), ask(told, F)];
    await rename('told.ts', 'renamed.ts');
    await closeEditors();
    await vscode.workspace.fs.rename(inFolder('code.ts'), inFolder('other.ts'));
    reload();
    for (const asked of [askedInUntold, askedInTold]) {
      equal(await located(asked), `${asked.path} no longer exists or can’t be opened. ${SELECT}`);
    }
  });

  it('is not mistaken for the same text in a file that another one replaced', async () => {
    const replaced = await openFile(CODE, 'replaced.ts');
    const asked = ask(replaced, F);
    const other = await openFile(`new\n${REPEATED}`, 'other.ts');
    const askedInOther = ask(other, [12, 0, 15, 0]);
    await rename('other.ts', 'replaced.ts');
    equal(await located(asked), notFound(asked, AMBIGUOUS));
    equal(await located(askedInOther), `13–15 ${ASKED}`);
  });

  /** An untitled document that is saved without a dialog. */
  async function untitled(content: string, name: string): Promise<vscode.TextEditor> {
    await files.write(`${folder}/none.txt`, '');
    const editor = await vscode.window.showTextDocument(inFolder(name).with({ scheme: 'untitled' }));
    await edit(editor, [0, 0, 0, 0], content);
    return editor;
  }

  it('goes with the text of an untitled document into the file as which that is saved', async () => {
    const editor = await untitled(REPEATED, 'saved.ts');
    const asked = ask(editor, SECOND_F);
    await edit(editor, SECOND_F, 'new();\n');
    anchors.applied(asked, editor.document, new vscode.Range(11, 0, 12, 0));
    await vscode.workspace.save(editor.document.uri);
    await untilClosed(editor.document);
    equal(await located(asked), '12–12 "new();\\n"');
    equal(anchors.pathOf(asked), `${folder}/saved.ts`);
  });

  it('has gone with an untitled document that was discarded, whatever has the same text', async () => {
    const same = await openFile(REPEATED, 'same.ts');
    const pasted = await openFile('', 'pasted.ts');
    const editor = await untitled(REPEATED, 'discarded.ts');
    const asked = ask(editor, SECOND_F);
    await edit(await vscode.window.showTextDocument(pasted.document), [0, 0, 0, 0], REPEATED);
    await pasted.document.save();
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await untilClosed(editor.document);
    equal(same.document.getText(), pasted.document.getText());
    equal(await located(asked), `discarded.ts no longer exists or can’t be opened. ${SELECT}`);
  });

  async function openNotebook(...sources: readonly string[]): Promise<vscode.NotebookDocument> {
    const uri = await files.write(`${folder}/book.ipynb`, notebookText(...sources));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    return notebook;
  }

  async function askInCell(
    notebook: vscode.NotebookDocument,
    index: number,
    selected: Selected,
  ): Promise<Attachment> {
    const { document } = notebook.cellAt(index);
    const editor = await until(
      () => vscode.window.visibleTextEditors.find((one) => one.document === document),
      (found) => found !== undefined,
    );
    ok(editor, 'The cell is not shown');
    return ask(editor, selected);
  }

  it("is in a notebook's cell", async () => {
    const notebook = await openNotebook('x = 1', 'y = 1\nz = 2');
    const asked = await askInCell(notebook, 1, [1, 0, 1, 5]);
    equal(asked.path, `${folder}/book.ipynb`);
    equal(await located(asked), '2–2 "z = 2"');
    reload();
    equal(await located(asked), '2–2 "z = 2"');
  });

  it('is found by its text in a notebook that was renamed, where cells are numbered anew', async () => {
    const notebook = await openNotebook('x = 1', 'x = 1', 'y = 1\nz = 2');
    const asked = await askInCell(notebook, 2, [1, 0, 1, 5]);
    const inFirst = await askInCell(notebook, 0, [0, 0, 0, 5]);
    await rename('book.ipynb', 'renamed.ipynb');
    equal(await located(asked), '2–2 "z = 2"');
    equal(anchors.pathOf(asked), `${folder}/renamed.ipynb`);
    const result = await anchors.locate(asked);
    ok(!('error' in result) && result.document.uri.path.endsWith('/renamed.ipynb'), 'In the old one');
    equal(await located(inFirst), notFound({ ...inFirst, path: `${folder}/renamed.ipynb` }, AMBIGUOUS));
  });
});
