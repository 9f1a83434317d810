import * as vscode from 'vscode';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import { toAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn, isWebWorker, undoOnce } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const CODE = 'import a;\n\nfunction f() {\n  return 1;\n}\n\nfunction g() {\n  return 2;\n}\n';

/** Lines of `f` in the code. */
const F: Selected = [2, 0, 5, 0];

/** The lines around the second and the third `f` are the same. */
const REPEATED = CODE.repeat(4);
const SECOND_F: Selected = [11, 0, 14, 0];

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
      return result.error;
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

  const ASKED = JSON.stringify('function f() {\n  return 1;\n}\n');
  const notFound = ({ path }: Attachment, why = 'are no longer'): string =>
    `The lines that you asked about ${why} in ${path}. Select the text to replace, and use Replace Selection.`;
  const AMBIGUOUS = 'can be meant in more than one place';

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
    await until(
      () => same.document.isClosed && changed.document.isClosed,
      (areClosed) => areClosed,
    );
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
    equal(await located(elsewhere), `${ambiguous.path} no longer exists or can’t be opened.`);
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
    await until(
      () => editor.document.isClosed,
      (isClosed) => isClosed,
    );
    equal(await located(asked), `${asked.path} no longer exists or can’t be opened.`);
  });

  it("is in a notebook's cell", async () => {
    const cell = (source: string) => ({
      cell_type: 'code',
      execution_count: null,
      metadata: {},
      outputs: [],
      source,
    });
    const uri = await files.write(
      `${folder}/book.ipynb`,
      JSON.stringify({
        cells: [cell('x = 1'), cell('y = 1\nz = 2')],
        metadata: { language_info: { name: 'python' } },
        nbformat: 4,
        nbformat_minor: 2,
      }),
    );
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const second = notebook.cellAt(1).document;
    const editor = await until(
      () => vscode.window.visibleTextEditors.find(({ document }) => document === second),
      (found) => found !== undefined,
    );
    ok(editor, 'The cell is not shown');
    const asked = ask(editor, [1, 0, 1, 5]);
    equal(asked.path, `${folder}/book.ipynb`);
    equal(await located(asked), '2–2 "z = 2"');
    reload();
    equal(await located(asked), '2–2 "z = 2"');
  });
});
