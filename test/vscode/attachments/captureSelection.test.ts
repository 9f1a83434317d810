import * as vscode from 'vscode';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import { documentChecksum } from '../../../src/vscode/displayPath.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn } from '../extensionAccess.ts';

describe('captureSelection', () => {
  afterEach(closeEditors);

  it('returns undefined if nothing is selected', async () => {
    equal(captureSelection(await editorOn('abc', [0, 1, 0, 1]), 'x'), undefined);
    equal(captureSelection(await editorOn('a\n\n  \nb', [1, 0, 3, 0]), 'x'), undefined);
  });

  it('returns exactly the selected text, with source, language and 1-based lines', async () => {
    const editor = await editorOn('one\ntwo\nthree\n', [1, 1, 2, 3], 'python');
    equal(captureSelection(editor, 'x'), {
      id: 'x',
      kind: 'selection',
      path: editor.document.uri.path,
      languageId: 'python',
      startLine: 2,
      endLine: 3,
      text: 'wo\nthr',
      anchor: { document: documentChecksum(editor.document.uri), startCharacter: 1, isUnique: true },
      uri: editor.document.uri.toString(),
      version: editor.document.version,
    });
  });

  it('excludes the last line if the selection ends before its first character', async () => {
    const captured = captureSelection(await editorOn('one\ntwo\n', [0, 0, 1, 0]), 'x');
    equal([captured?.startLine, captured?.endLine, captured?.text], [1, 1, 'one\n']);
  });

  it('uses the path relative to the workspace folder', async () => {
    const [file] = await vscode.workspace.findFiles('duration.ts');
    ok(file, 'The sample folder is not open');
    const editor = await vscode.window.showTextDocument(file);
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    equal(captureSelection(editor, 'x')?.path, 'duration.ts');
  });
});
