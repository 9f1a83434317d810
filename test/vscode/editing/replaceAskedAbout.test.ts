import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { replaceAskedAbout } from '../../../src/vscode/editing/replaceAskedAbout.ts';
import type { ReviewRequest } from '../../../src/vscode/editing/review.ts';
import type { ActionResult } from '../../../src/vscode/errorMessage.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn, undoOnce } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';

const BEFORE = 'class A {\n  old() {\n    return 1;\n  }\n\n  other() {}\n}';
const NEW = 'old() {\n  return 2;\n}';

describe('replacing what was asked about', () => {
  let anchors: Anchors;
  let targetEditor: TargetEditor;
  let reviewed: ReviewRequest[];

  beforeEach(() => {
    anchors = new Anchors();
    targetEditor = new TargetEditor();
    reviewed = [];
  });
  afterEach(async () => {
    anchors.dispose();
    targetEditor.dispose();
    await vscode.workspace.getConfiguration('assistant').update('review', undefined, true);
    await closeEditors();
  });

  /** Captures the lines of `old` in a new document, as Ask About Selection does. */
  async function ask(text = BEFORE, selection: [number, number, number, number] = [1, 0, 3, 3]) {
    const editor = await editorOn(text, selection, 'typescript');
    const asked = captureSelection(editor, crypto.randomUUID());
    ok(asked, 'Nothing is selected');
    anchors.track([asked]);
    return { editor, document: editor.document, asked };
  }

  function replace(
    asked: ComposerAttachment | readonly ComposerAttachment[],
    code = NEW,
    { isIncomplete = false, alwaysReview = false } = {},
  ): Promise<ActionResult> {
    return replaceAskedAbout(
      {
        anchors,
        targetEditor,
        // Stands for the diff editor, which has tests of its own.
        reviews: lazy(async () => ({ open: async (request) => void reviewed.push(request) })),
      },
      [asked].flat(),
      { code, info: 'ts', isIncomplete },
      { alwaysReview },
    );
  }

  it('goes to where the lines have moved, whatever is selected or shown now, in one undo step', async () => {
    const { editor, document, asked } = await ask();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'import b;\n\n'));
    const moved = document.getText();
    editor.selection = new vscode.Selection(7, 2, 7, 12);
    const other = await editorOn('const untouched = 1;', [0, 0, 0, 20]);
    equal(await replace(asked), { info: `Replaced lines 4–6 of ${asked.path}.` });
    equal(document.getText(), 'import b;\n\nclass A {\n  old() {\n    return 2;\n  }\n\n  other() {}\n}');
    equal(other.document.getText(), 'const untouched = 1;');
    equal(vscode.window.activeTextEditor?.document === document, true, 'The keyboard is elsewhere');
    equal(await undoOnce(document), moved);
  });

  it('can be repeated with another block without a review, since what is there came from the reply', async () => {
    const { document, asked } = await ask();
    await replace(asked);
    equal(await replace(asked, 'old() {\n  return 3;\n}'), { info: `Replaced lines 2–4 of ${asked.path}.` });
    equal(document.getText(), BEFORE.replace('1', '3'));
    equal(await replace(asked, 'old() {\n  return 3;\n}'), {
      info: `${asked.path} already contains this code.`,
    });
  });

  it('opens a review with both changes if the lines changed since, and leaves the document alone', async () => {
    const { editor, document, asked } = await ask(
      BEFORE.replace('    return', '    log();\n    a();\n    return'),
      [1, 0, 5, 3],
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 8), "'mine'"));
    const now = document.getText();
    const result = await replace(asked, 'old() {\n  log();\n  a();\n  return 2;\n}');
    ok(typeof result === 'object' && result.info.includes('your changes'), `Said: ${JSON.stringify(result)}`);
    equal(document.getText(), now);
    equal(
      reviewed.map(({ proposed }) => proposed),
      [now.replace('return 1', 'return 2')],
    );
  });

  it('changes nothing and says why if the lines are gone', async () => {
    const { editor, document, asked } = await ask();
    await editor.edit((edit) => edit.delete(new vscode.Range(1, 0, 4, 0)));
    const now = document.getText();
    const result = await replace(asked);
    ok(typeof result === 'string' && result.includes('no longer'), `Said: ${JSON.stringify(result)}`);
    equal([document.getText(), reviewed.length], [now, 0]);
  });

  it('asks which selection to replace if there are several, and does nothing if none is chosen', async () => {
    const { document, asked } = await ask();
    const other = await ask('const other = 1;', [0, 0, 0, 16]);
    const dialogs = new StubDialogs();
    try {
      dialogs.answer('showQuickPick', () => undefined);
      equal(await replace([asked, other.asked]), { info: 'Nothing was replaced.' });
      dialogs.answer('showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
        equal(
          items.map(({ description }) => description),
          ['Lines 2–4', 'Line 1'],
        );
        return items[0];
      });
      equal(await replace([asked, other.asked]), { info: `Replaced lines 2–4 of ${asked.path}.` });
    } finally {
      dialogs.restore();
    }
    equal(
      [document.getText(), other.document.getText()],
      [BEFORE.replace('return 1', 'return 2'), 'const other = 1;'],
    );
  });

  for (const [reason, options, settings] of [
    ['the reply is incomplete', { isIncomplete: true }, undefined],
    ['the user asks for it', { alwaysReview: true }, undefined],
    ['the settings say so', {}, 'always'],
  ] as const) {
    it(`opens a review if ${reason}`, async () => {
      await vscode.workspace.getConfiguration('assistant').update('review', settings, true);
      const { document, asked } = await ask();
      await replace(asked, NEW, options);
      equal([document.getText(), reviewed[0]?.proposed], [BEFORE, BEFORE.replace('1', '2')]);
    });
  }

  it('keeps CRLF, tabs and a missing last line end', async () => {
    const { editor, document, asked } = await ask('class A {\n\told() {}\n}', [1, 0, 1, 9]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    await replace(asked);
    equal(document.getText(), 'class A {\r\n\told() {\r\n\t\treturn 2;\r\n\t}\r\n}');
    equal(await undoOnce(document), 'class A {\r\n\told() {}\r\n}');
  });
});
