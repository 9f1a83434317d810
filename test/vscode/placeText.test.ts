import * as vscode from 'vscode';
import { insertCodeAtCursor, placeReply, replaceSelectionWithCode } from '../../src/vscode/placeText.ts';
import { equal, ok } from './assert.ts';
import { closeEditors, editorOn, undoOnce } from './extensionAccess.ts';

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

  it('puts a whole reply over the selection, as it is', async () => {
    const editor = await editorOn('  old', [0, 2, 0, 5]);
    await placeReply(editor, '# Title\n\n- a\n  - b');
    equal(editor.document.getText(), '  # Title\n\n- a\n  - b');
  });

  it('changes nothing where the document changed since the place was read', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    const others = editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'export '));
    const problem = await replaceSelectionWithCode(editor, 'fresh');
    equal(await others, true);
    ok(problem?.includes('changed at the same time'), `Said: ${problem}`);
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
