import * as vscode from 'vscode';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { DocumentWriter } from '../../../src/vscode/editing/documentWriter.ts';
import { planAtCursors, planForSelections, planReply } from '../../../src/vscode/editing/insertText.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn, undoOnce } from '../extensionAccess.ts';

let targetEditor: TargetEditor;

async function write(
  editor: vscode.TextEditor,
  text: string,
  plan: typeof planForSelections,
): Promise<ActionResult> {
  const writer = new DocumentWriter({
    onWritten: () => undefined,
    reviews: { open: () => Promise.reject(new Error('Not needed')) },
    targetEditor,
  });
  const { place } = targetEditor;
  ok(place !== undefined && 'document' in place, 'No place');
  equal(place.document === editor.document, true);
  const { document, version } = place;
  return writer.write(text, async (confirmed) => {
    const edits = plan(place, confirmed);
    return 'kind' in edits ? edits : { document, version, edits, reviewReasons: [], place };
  });
}

const insertCodeAtCursor = (editor: vscode.TextEditor, code: string) => write(editor, code, planAtCursors);
const replaceSelectionWithCode = (editor: vscode.TextEditor, code: string) =>
  write(editor, code, planForSelections);
const insertReply = (editor: vscode.TextEditor, markdown: string) => write(editor, markdown, planReply);

function select(
  editor: vscode.TextEditor,
  ...selections: readonly (readonly [number, number, number, number])[]
): void {
  editor.selections = selections.map((selection) => new vscode.Selection(...selection));
}

describe('insertion into the editor', () => {
  beforeEach(() => {
    targetEditor = new TargetEditor();
  });
  afterEach(async () => {
    targetEditor.dispose();
    await closeEditors();
  });

  it('reports that nothing is selected, and changes nothing', async () => {
    const editor = await editorOn('a', [0, 1, 0, 1]);
    const error = await replaceSelectionWithCode(editor, 'b');
    ok(said(error)?.includes('Nothing is selected'), `Said: ${error}`);
    equal(editor.document.getText(), 'a');
  });

  it('inserts code of several lines with the line ends of the document', async () => {
    const editor = await editorOn('{\n  a();\n}\n', [1, 6, 1, 6]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    equal(await insertCodeAtCursor(editor, 'for (;;) {\n  b();\n}'), undefined);
    equal(editor.document.getText(), '{\r\n  a();\r\n  for (;;) {\r\n    b();\r\n  }\r\n}\r\n');
  });

  it('indents code as the editor does', async () => {
    const editor = await editorOn('{\n\t\n}', [1, 1, 1, 1]);
    editor.options = { insertSpaces: false, tabSize: 4 };
    await insertCodeAtCursor(editor, 'if (a) {\n  b();\n}');
    equal(editor.document.getText(), '{\n\tif (a) {\n\t\tb();\n\t}\n}');
  });

  it('inserts at every cursor in one undo step', async () => {
    const before = 'a\n\nb';
    const editor = await editorOn(before, [0, 0, 0, 0]);
    select(editor, [2, 1, 2, 1], [1, 0, 1, 0], [0, 0, 0, 1]);
    equal(await insertCodeAtCursor(editor, 'f(\n  c,\n);'), undefined);
    equal(editor.document.getText(), 'a\nf(\n  c,\n);\nf(\n  c,\n);\nb\nf(\n  c,\n);');
    equal(await undoOnce(editor.document), before);
  });

  for (const [what, selections, after] of [
    [
      'every selection',
      [
        [3, 0, 3, 4],
        [0, 0, 0, 4],
      ],
      'X\n\n    \nX',
    ],
    [
      'a box, but not at its cursors in short lines',
      [
        [0, 2, 0, 4],
        [1, 0, 1, 0],
        [3, 2, 3, 4],
      ],
      'aaX\n\n    \nbbX',
    ],
    [
      'a selection from a blank line, but not at a cursor in it',
      [
        [2, 0, 2, 0],
        [2, 4, 3, 4],
      ],
      'aaaa\n\n    X',
    ],
  ] as const) {
    it(`replaces ${what}, in one undo step`, async () => {
      const before = 'aaaa\n\n    \nbbbb';
      for (const replace of [replaceSelectionWithCode, insertReply]) {
        const editor = await editorOn(before, [0, 0, 0, 0]);
        select(editor, ...selections);
        equal(await replace(editor, 'X'), undefined);
        equal(editor.document.getText(), after);
        equal(await undoOnce(editor.document), before);
      }
    });
  }

  it('inserts a whole reply at every cursor, as it is', async () => {
    const editor = await editorOn('one\n  two', [0, 0, 0, 0]);
    select(editor, [0, 3, 0, 3], [1, 2, 1, 2]);
    equal(await insertReply(editor, '- a\n\n  - b'), undefined);
    equal(editor.document.getText(), 'one\n- a\n\n  - b\n- a\n\n  - b\n  two');
  });

  it('doesn’t report an error if the replacement equals the selection, with any line breaks', async () => {
    const editor = await editorOn('a(\n  b,\n);\n', [0, 0, 2, 2]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    equal(await replaceSelectionWithCode(editor, 'a(\n  b,\n);'), undefined);
    equal(editor.document.getText(), 'a(\r\n  b,\r\n);\r\n');
  });

  it('changes nothing if the document changed after its selection was read', async () => {
    const editor = await editorOn('const a = old;', [0, 10, 0, 13]);
    const otherEdit = editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'export '));
    const error = await replaceSelectionWithCode(editor, 'fresh');
    equal(await otherEdit, true);
    ok(said(error)?.includes('changed in the meantime'), `Said: ${error}`);
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
