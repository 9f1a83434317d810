import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import { DocumentWriter } from '../../../src/vscode/editing/documentWriter.ts';
import { planAtCursors, planForSelections, planReply } from '../../../src/vscode/editing/insertText.ts';
import type { ActionResult } from '../../../src/vscode/errorMessage.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn, undoOnce } from '../extensionAccess.ts';

const writer = new DocumentWriter({
  reviews: lazy(() => Promise.reject(new Error('Not needed'))),
  targetEditor: { open: () => Promise.reject(new Error('Not needed')), focus: async () => undefined },
});

function write(
  editor: vscode.TextEditor,
  text: string,
  plan: typeof planForSelections,
): Promise<ActionResult> {
  const { document } = editor;
  return writer.write(text, async (confirmed) => {
    const edits = plan(editor, confirmed);
    return typeof edits === 'string'
      ? edits
      : { document, version: document.version, edits, reviewReasons: [], editor };
  });
}

const insertCodeAtCursor = (editor: vscode.TextEditor, code: string) => write(editor, code, planAtCursors);
const replaceSelectionWithCode = (editor: vscode.TextEditor, code: string) =>
  write(editor, code, planForSelections);
const insertReply = (editor: vscode.TextEditor, markdown: string) => write(editor, markdown, planReply);

describe('insertion into the editor', () => {
  afterEach(closeEditors);

  it('inserts code at the cursor, indented like its line, in one undo step', async () => {
    const before = 'if (a) {\n  \n}\n';
    const { document } = await editorOn(before, [1, 2, 1, 2]);
    const [editor] = vscode.window.visibleTextEditors;
    ok(editor, 'No editor');
    equal(await insertCodeAtCursor(editor, 'for (;;) {\n  b();\n}'), undefined);
    equal(document.getText(), 'if (a) {\n  for (;;) {\n    b();\n  }\n}\n');
    equal(await undoOnce(document), before);
  });

  it('keeps the selection when inserting at the cursor', async () => {
    const editor = await editorOn('ab', [0, 0, 0, 1]);
    await insertCodeAtCursor(editor, 'X');
    equal(editor.document.getText(), 'aXb');
  });

  it('replaces whole selected lines, keeping their indentation, in one undo step', async () => {
    const before = 'class A {\n    old();\n    older();\n}\n';
    const editor = await editorOn(before, [1, 0, 3, 0]);
    equal(await replaceSelectionWithCode(editor, 'now();'), undefined);
    equal(editor.document.getText(), 'class A {\n    now();\n}\n');
    equal(await undoOnce(editor.document), before);
  });

  it('replaces a selection within a line', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    await replaceSelectionWithCode(editor, 'fresh');
    equal(editor.document.getText(), 'const a = fresh;');
  });

  it('replaces lines selected from their first letter', async () => {
    const editor = await editorOn('  a();\n  b();', [0, 2, 1, 6]);
    await replaceSelectionWithCode(editor, 'if (x) {\n  c();\n}');
    equal(editor.document.getText(), '  if (x) {\n    c();\n  }');
  });

  it('reports that nothing is selected, and changes nothing', async () => {
    const editor = await editorOn('a', [0, 1, 0, 1]);
    const error = await replaceSelectionWithCode(editor, 'b');
    ok(String(error).includes('Nothing is selected'), `Said: ${error}`);
    equal(editor.document.getText(), 'a');
  });

  const LINES = 'for (;;) {\n  b();\n}';
  const IN_PLACE = 'for (;;) {\n    b();\n  }';

  for (const [location, at, code, after] of [
    ['at column 1 of a line', [1, 0], LINES, `{\n  ${IN_PLACE}\n  a();\n}\n`],
    ['in the indentation of a line', [1, 1], LINES, `{\n  ${IN_PLACE}\n  a();\n}\n`],
    ['before the first letter of a line', [1, 2], 'x();', '{\n  x();\n  a();\n}\n'],
    ['at the end of a line', [1, 6], LINES, `{\n  a();\n  ${IN_PLACE}\n}\n`],
    ['after the last line', [3, 0], LINES, `{\n  a();\n}\n${LINES}`],
  ] as const) {
    it(`keeps lines apart when inserting ${location}`, async () => {
      const editor = await editorOn('{\n  a();\n}\n', [...at, ...at]);
      await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
      equal(await insertCodeAtCursor(editor, code), undefined);
      equal(editor.document.getText(), after.replaceAll('\n', '\r\n'));
    });
  }

  it('inserts one line at the end of a line, or any code within its text, without adding line breaks', async () => {
    const editor = await editorOn('f();\nconst a = ', [1, 10, 1, 10]);
    await insertCodeAtCursor(editor, 'g();');
    equal(editor.document.getText(), 'f();\nconst a = g();');
    editor.selection = new vscode.Selection(0, 2, 0, 2);
    await insertCodeAtCursor(editor, '{\n  b: 1,\n}');
    equal(editor.document.getText(), 'f({\n  b: 1,\n});\nconst a = g();');
  });

  for (const [description, selection, after] of [
    ['selected up to column 1 of the next', [1, 0, 2, 0], 'a();\n  x();\n  y();\n  c();\n'],
    ['selected up to the indentation of the next', [1, 2, 2, 2], 'a();\n  x();\n  y();\n  c();\n'],
    ['selected from the end of the previous one', [0, 4, 1, 6], 'a();\n  x();\n  y();\n  c();\n'],
    ['of which only the line break is selected', [0, 4, 1, 0], 'a();\n  x();\n  y();\n  b();\n  c();\n'],
  ] as const) {
    it(`keeps lines apart when replacing lines ${description}`, async () => {
      const editor = await editorOn('a();\n  b();\n  c();\n', [...selection]);
      equal(await replaceSelectionWithCode(editor, 'x();\ny();'), undefined);
      equal(editor.document.getText(), after);
    });
  }

  it('inserts at every cursor with its own indentation, in one undo step', async () => {
    const before = 'if (a) {\n  \n}\n\nb();\n';
    const editor = await editorOn(before, [1, 2, 1, 2]);
    editor.selections = [
      new vscode.Selection(1, 2, 1, 2),
      new vscode.Selection(3, 0, 3, 0),
      new vscode.Selection(4, 0, 4, 4),
    ];
    equal(await insertCodeAtCursor(editor, 'f({\n  c,\n});'), undefined);
    const inner = '  f({\n    c,\n  });';
    equal(editor.document.getText(), `if (a) {\n${inner}\n}\nf({\n  c,\n});\nb();\nf({\n  c,\n});\n`);
    equal(await undoOnce(editor.document), before);
  });

  it('inserts once if several cursors lead to the same position', async () => {
    const editor = await editorOn('    a();', [0, 0, 0, 0]);
    editor.selections = [0, 2, 4].map((at) => new vscode.Selection(0, at, 0, at));
    equal(await insertCodeAtCursor(editor, 'b();'), undefined);
    equal(editor.document.getText(), '    b();\n    a();');
  });

  it('replaces every selection and inserts at cursors among them, in one undo step', async () => {
    const before = 'one();\n  two();\n\n';
    const editor = await editorOn(before, [0, 0, 0, 6]);
    editor.selections = [
      new vscode.Selection(0, 0, 0, 6),
      new vscode.Selection(1, 2, 1, 8),
      new vscode.Selection(2, 0, 2, 0),
    ];
    equal(await replaceSelectionWithCode(editor, 'a(\n  b,\n);'), undefined);
    equal(editor.document.getText(), 'a(\n  b,\n);\n  a(\n    b,\n  );\na(\n  b,\n);\n');
    equal(await undoOnce(editor.document), before);
  });

  it('inserts a whole reply on lines of its own at every cursor', async () => {
    const editor = await editorOn('one\n  two', [0, 3, 0, 3]);
    editor.selections = [new vscode.Selection(0, 3, 0, 3), new vscode.Selection(1, 2, 1, 2)];
    equal(await insertReply(editor, 'a\n\nb'), undefined);
    equal(editor.document.getText(), 'one\na\n\nb\na\n\nb\n  two');
  });

  it('doesn’t report an error if the replacement equals the selection, with any line breaks', async () => {
    const editor = await editorOn('a(\n  b,\n);\n', [0, 0, 2, 2]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    equal(await replaceSelectionWithCode(editor, 'a(\n  b,\n);'), undefined);
    equal(editor.document.getText(), 'a(\r\n  b,\r\n);\r\n');
  });

  it('replaces the selection with a whole reply without reindenting it', async () => {
    const editor = await editorOn('  old', [0, 2, 0, 5]);
    await insertReply(editor, '# Title\n\n- a\n  - b');
    equal(editor.document.getText(), '  # Title\n\n- a\n  - b');
  });

  it('changes nothing if the document changed after its selection was read', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    const otherEdit = editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'export '));
    const error = await replaceSelectionWithCode(editor, 'fresh');
    equal(await otherEdit, true);
    ok(String(error).includes('changed in the meantime'), `Said: ${error}`);
    equal(editor.document.getText(), 'export const a = old;');
  });

  it('reports an error for a read-only document', async () => {
    const scheme = 'assistant-test';
    const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => 'fixed',
    });
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`${scheme}:/fixed.txt`));
      const editor = await vscode.window.showTextDocument(document);
      const error = await insertCodeAtCursor(editor, 'x');
      ok(error !== undefined, 'It did not report an error');
      equal(document.getText(), 'fixed');
    } finally {
      provider.dispose();
    }
  });
});
