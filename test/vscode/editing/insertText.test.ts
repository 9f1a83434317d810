import * as vscode from 'vscode';
import {
  insertCodeAtCursor,
  insertReply,
  replaceSelectionWithCode,
} from '../../../src/vscode/editing/insertText.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn, undoOnce } from '../extensionAccess.ts';

describe('placing text into the editor', () => {
  afterEach(closeEditors);

  it('inserts code at the cursor, indented as the line, in one undo step', async () => {
    const before = 'if (a) {\n  \n}\n';
    const { document } = await editorOn(before, [1, 2, 1, 2]);
    const [editor] = vscode.window.visibleTextEditors;
    ok(editor, 'No editor');
    equal(await insertCodeAtCursor(editor, 'for (;;) {\n  b();\n}'), undefined);
    equal(document.getText(), 'if (a) {\n  for (;;) {\n    b();\n  }\n}\n');
    equal(await undoOnce(document), before);
  });

  it('leaves a selection alone when it inserts at the cursor', async () => {
    const editor = await editorOn('ab', [0, 0, 0, 1]);
    await insertCodeAtCursor(editor, 'X');
    equal(editor.document.getText(), 'aXb');
  });

  it('replaces whole selected lines and keeps their indentation, in one undo step', async () => {
    const before = 'class A {\n    old();\n    older();\n}\n';
    const editor = await editorOn(before, [1, 0, 3, 0]);
    equal(await replaceSelectionWithCode(editor, 'now();'), undefined);
    equal(editor.document.getText(), 'class A {\n    now();\n}\n');
    equal(await undoOnce(editor.document), before);
  });

  it('replaces a selection inside a line', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    await replaceSelectionWithCode(editor, 'fresh');
    equal(editor.document.getText(), 'const a = fresh;');
  });

  it('replaces lines selected from the first letter', async () => {
    const editor = await editorOn('  a();\n  b();', [0, 2, 1, 6]);
    await replaceSelectionWithCode(editor, 'if (x) {\n  c();\n}');
    equal(editor.document.getText(), '  if (x) {\n    c();\n  }');
  });

  it('says what is missing when nothing is selected, and changes nothing', async () => {
    const editor = await editorOn('a', [0, 1, 0, 1]);
    const problem = await replaceSelectionWithCode(editor, 'b');
    ok(problem?.includes('Nothing is selected'), `Said: ${problem}`);
    equal(editor.document.getText(), 'a');
  });

  const LINES = 'for (;;) {\n  b();\n}';
  const IN_PLACE = 'for (;;) {\n    b();\n  }';

  for (const [where, at, code, after] of [
    ['at column 1 of a line', [1, 0], LINES, `{\n  ${IN_PLACE}\n  a();\n}\n`],
    ['in the indentation of a line', [1, 1], LINES, `{\n  ${IN_PLACE}\n  a();\n}\n`],
    ['before the first letter of a line', [1, 2], 'x();', '{\n  x();\n  a();\n}\n'],
    ['at the end of a line', [1, 6], LINES, `{\n  a();\n  ${IN_PLACE}\n}\n`],
    ['after the last line', [3, 0], LINES, `{\n  a();\n}\n${LINES}`],
  ] as const) {
    for (const eol of [vscode.EndOfLine.LF, vscode.EndOfLine.CRLF]) {
      const name = eol === vscode.EndOfLine.LF ? 'LF' : 'CRLF';
      it(`keeps lines apart when it inserts ${where}, with ${name}`, async () => {
        const editor = await editorOn('{\n  a();\n}\n', [...at, ...at]);
        await editor.edit((edit) => edit.setEndOfLine(eol));
        equal(await insertCodeAtCursor(editor, code), undefined);
        const expected = eol === vscode.EndOfLine.LF ? after : after.replaceAll('\n', '\r\n');
        equal(editor.document.getText(), expected);
      });
    }
  }

  it('inserts one line at the end of a line, and any code within its text, where the cursor is', async () => {
    const editor = await editorOn('f();\nconst a = ', [1, 10, 1, 10]);
    await insertCodeAtCursor(editor, 'g();');
    equal(editor.document.getText(), 'f();\nconst a = g();');
    editor.selection = new vscode.Selection(0, 2, 0, 2);
    await insertCodeAtCursor(editor, '{\n  b: 1,\n}');
    equal(editor.document.getText(), 'f({\n  b: 1,\n});\nconst a = g();');
  });

  for (const [which, selection, after] of [
    ['that end at column 1 of the next', [1, 0, 2, 0], 'a();\n  x();\n  y();\n  c();\n'],
    ['that end in the indentation of the next', [1, 2, 2, 2], 'a();\n  x();\n  y();\n  c();\n'],
    ['that begin at the end of the one before', [0, 4, 1, 6], 'a();\n  x();\n  y();\n  c();\n'],
    ['with nothing but the line end between them', [0, 4, 1, 0], 'a();\n  x();\n  y();\n  b();\n  c();\n'],
  ] as const) {
    it(`keeps lines apart when it replaces lines ${which}`, async () => {
      const editor = await editorOn('a();\n  b();\n  c();\n', [...selection]);
      equal(await replaceSelectionWithCode(editor, 'x();\ny();'), undefined);
      equal(editor.document.getText(), after);
    });
  }

  it('inserts at every cursor, indented for each, in one undo step', async () => {
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

  it('inserts once where several cursors mean the same place', async () => {
    const editor = await editorOn('    a();', [0, 0, 0, 0]);
    editor.selections = [0, 2, 4].map((at) => new vscode.Selection(0, at, 0, at));
    equal(await insertCodeAtCursor(editor, 'b();'), undefined);
    equal(editor.document.getText(), '    b();\n    a();');
  });

  it('replaces every selection, and inserts at the cursors among them, in one undo step', async () => {
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

  it('puts a whole reply on lines of its own at every cursor', async () => {
    const editor = await editorOn('one\n  two', [0, 3, 0, 3]);
    editor.selections = [new vscode.Selection(0, 3, 0, 3), new vscode.Selection(1, 2, 1, 2)];
    equal(await insertReply(editor, 'a\n\nb'), undefined);
    equal(editor.document.getText(), 'one\na\n\nb\na\n\nb\n  two');
  });

  it('does not take a replacement by the same code for a failure, whatever the line ends', async () => {
    const editor = await editorOn('a(\n  b,\n);\n', [0, 0, 2, 2]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    equal(await replaceSelectionWithCode(editor, 'a(\n  b,\n);'), undefined);
    equal(editor.document.getText(), 'a(\r\n  b,\r\n);\r\n');
  });

  it('puts a whole reply over the selection, as it is', async () => {
    const editor = await editorOn('  old', [0, 2, 0, 5]);
    await insertReply(editor, '# Title\n\n- a\n  - b');
    equal(editor.document.getText(), '  # Title\n\n- a\n  - b');
  });

  it('changes nothing where the document changed since the place was read', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    const others = editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'export '));
    const problem = await replaceSelectionWithCode(editor, 'fresh');
    equal(await others, true);
    ok(problem?.includes('changed in the meantime'), `Said: ${problem}`);
    equal(editor.document.getText(), 'export const a = old;');
  });

  it('refuses a document that cannot be changed', async () => {
    const scheme = 'assistant-test';
    const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => 'fixed',
    });
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(`${scheme}:/fixed.txt`));
      const editor = await vscode.window.showTextDocument(document);
      const problem = await insertCodeAtCursor(editor, 'x');
      ok(problem !== undefined, 'It said that it was inserted');
      equal(document.getText(), 'fixed');
    } finally {
      provider.dispose();
    }
  });
});
