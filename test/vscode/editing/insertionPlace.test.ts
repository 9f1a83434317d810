import * as vscode from 'vscode';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { captureLinesToEdit } from '../../../src/vscode/attachments/captureSelection.ts';
import { linesAroundPlaces } from '../../../src/vscode/attachments/linesAroundPlaces.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { DocumentWriter } from '../../../src/vscode/editing/documentWriter.ts';
import { planAskedAbout } from '../../../src/vscode/editing/replaceAskedAbout.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors, editorOn, undoOnce } from '../extensionAccess.ts';

const CODE = 'function f() {\n  one();\n\n  two();\n}\n\nf();\n';
const LOST = 'Put the cursor where the code belongs, and use Insert at Cursor.';

describe('a place to insert at', () => {
  let anchors: Anchors;
  let targetEditor: TargetEditor;

  beforeEach(() => {
    anchors = new Anchors();
    targetEditor = new TargetEditor();
  });

  afterEach(async () => {
    anchors.dispose();
    targetEditor.dispose();
    await closeEditors();
  });

  async function ask(
    text = CODE,
    line = 2,
  ): Promise<{ editor: vscode.TextEditor; asked: ComposerAttachment }> {
    const editor = await editorOn(text, [line, 0, line, 0]);
    const asked = captureLinesToEdit(editor, crypto.randomUUID());
    anchors.track([asked]);
    return { editor, asked };
  }

  async function edit(editor: vscode.TextEditor, at: readonly number[], text: string): Promise<void> {
    const [line = 0, character = 0, endLine = line, endCharacter = character] = at;
    const range = new vscode.Range(line, character, endLine, endCharacter);
    // As one edit: VS Code reduces a workspace edit to what differs.
    equal(await editor.edit((change) => change.replace(range, text)), true);
  }

  async function located(asked: ComposerAttachment): Promise<unknown> {
    const found = await anchors.locate(asked);
    return 'error' in found ? found.error : anchors.peek(asked);
  }

  function insert(asked: ComposerAttachment, code: string): Promise<ActionResult> {
    const writer = new DocumentWriter({
      onWritten: () => undefined,
      targetEditor: {
        open: (document) => targetEditor.open(document),
        show: (place) => targetEditor.show(place),
      },
      reviews: { open: async () => ({}) },
    });
    return writer.write(
      code,
      (confirmed) =>
        planAskedAbout({ anchors, targetEditor }, [asked], {
          code: confirmed,
          info: 'ts',
          isIncomplete: false,
        }),
      { alwaysReview: false },
    );
  }

  it('has the lines around it also if the document is edited while its symbols are looked up', async () => {
    const { editor, asked } = await ask();
    const looked = Promise.withResolvers<vscode.SymbolInformation[]>();
    const registration = vscode.languages.registerDocumentSymbolProvider(
      { scheme: editor.document.uri.scheme },
      { provideDocumentSymbols: () => looked.promise },
    );
    try {
      const around = linesAroundPlaces(editor.document, [asked]);
      await edit(editor, [0, 0], '// mine\n');
      looked.resolve([]);
      equal(
        (await around).map(({ text, anchor }) => [text, anchor]),
        [
          ['function f() {\n  one();', undefined],
          ['  two();\n}\n\nf();\n', undefined],
        ],
      );
    } finally {
      registration.dispose();
    }
  });

  it('moves with edits above, and is found after a reload', async () => {
    const { editor, asked } = await ask();
    equal([asked.text, asked.startLine, asked.endLine], ['', 3, 3]);
    await edit(editor, [0, 0], 'new();\n');
    equal(await located(asked), { startLine: 4, endLine: 4, isPlace: true });
    await edit(editor, [2, 8], '\n');
    equal(await located(asked), { startLine: 5, endLine: 5, isPlace: true });
    anchors.dispose();
    anchors = new Anchors();
    equal(anchors.peek(asked), { startLine: 4, endLine: 4, isPlace: true });
  });

  it('is several lines, also if the last one is empty', async () => {
    const editor = await editorOn('one();\n\n  \n\ntwo();', [1, 0, 3, 0]);
    const asked = captureLinesToEdit(editor, crypto.randomUUID());
    anchors.track([asked]);
    equal([asked.startLine, asked.endLine], [2, 4]);
    equal(await located(asked), { startLine: 2, endLine: 4, isPlace: true });
    equal(await insert(asked, 'new();'), undefined);
    equal(editor.document.getText(), 'one();\nnew();\ntwo();');
  });

  it('is lost once something stands there, or the line has gone, and comes back with it', async () => {
    const { editor, asked } = await ask();
    await edit(editor, [2, 0], '  typed();');
    equal(await located(asked), `The empty line that you asked about is no longer in ${asked.path}. ${LOST}`);
    equal(anchors.peek(asked), undefined);
    await undoOnce(editor.document);
    equal(await located(asked), { startLine: 3, endLine: 3, isPlace: true });
    await edit(editor, [1, 8, 2, 0], '');
    equal(await located(asked), `The empty line that you asked about is no longer in ${asked.path}. ${LOST}`);
  });

  it('that nothing tells from another one is said to be uncertain', async () => {
    const { asked } = await ask('a();\n\n'.repeat(9), 9);
    anchors.dispose();
    anchors = new Anchors();
    equal(
      await located(asked),
      `Which of the empty lines of ${asked.path} you asked about is not certain. Put the cursor there, and use Insert at Cursor.`,
    );
  });

  it('gets code as deep as the lines around, which another reply can replace', async () => {
    const { editor, asked } = await ask();
    equal(await insert(asked, 'if (a) {\n  b();\n}'), undefined);
    equal(editor.document.getText(), CODE.replace('\n\n  two', '\n  if (a) {\n    b();\n  }\n  two'));
    equal(await located(asked), { startLine: 3, endLine: 5 });
    equal(await insert(asked, 'if (a) {\n  c();\n}'), undefined);
    ok(editor.document.getText().includes('    c();\n  }\n  two();'), editor.document.getText());
  });
});
