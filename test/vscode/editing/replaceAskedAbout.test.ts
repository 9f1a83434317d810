import * as vscode from 'vscode';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import {
  type ConfirmedText,
  DocumentWriter,
  type Proposal,
} from '../../../src/vscode/editing/documentWriter.ts';
import { planAskedAbout, planEach } from '../../../src/vscode/editing/replaceAskedAbout.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, editorOn, setSetting, undoOnce } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const BEFORE = 'class A {\n  old() {\n    return 1;\n  }\n\n  other() {}\n}';
const NEW = 'old() {\n  return 2;\n}';

const files = new WorkspaceFiles();

describe('replacing what was asked about', () => {
  let anchors: Anchors;
  let targetEditor: TargetEditor;
  let reviewed: Proposal[];

  beforeEach(() => {
    anchors = new Anchors();
    targetEditor = new TargetEditor();
    reviewed = [];
  });
  afterEach(async () => {
    anchors.dispose();
    targetEditor.dispose();
    await setSetting('assistant.review', undefined);
    await closeEditors();
    await files.remove();
  });

  /** Captures the lines of `old` in a new document, as Ask About Selection does. */
  async function ask(text = BEFORE, selection: [number, number, number, number] = [1, 0, 3, 3]) {
    const editor = await editorOn(text, selection, 'typescript');
    return { editor, document: editor.document, asked: capture(editor) };
  }

  function capture(editor: vscode.TextEditor): ComposerAttachment {
    const asked = captureSelection(editor, crypto.randomUUID());
    ok(asked, 'Nothing is selected');
    anchors.track([asked]);
    return asked;
  }

  function replace(
    asked: ComposerAttachment | readonly ComposerAttachment[],
    code = NEW,
    {
      isIncomplete = false,
      alwaysReview = false,
      shownBy = targetEditor,
    }: { isIncomplete?: boolean; alwaysReview?: boolean; shownBy?: Pick<TargetEditor, 'open'> } = {},
  ): Promise<ActionResult> {
    const writer = new DocumentWriter({
      onWritten: () => undefined,
      targetEditor: {
        open: (document) => shownBy.open(document),
        show: (place) => targetEditor.show(place),
      },
      // Stands for the diff editor, which has tests of its own.
      reviews: {
        open: async (proposal) => {
          reviewed.push(proposal);
          return {};
        },
      },
    });
    return writer.write(
      code,
      (confirmed) =>
        planAskedAbout({ anchors, targetEditor }, [asked].flat(), {
          code: confirmed,
          info: 'ts',
          isIncomplete,
        }),
      { alwaysReview },
    );
  }

  it('goes to where the lines have moved, whatever is selected or shown now, in one undo step', async () => {
    const { editor, document, asked } = await ask();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'import b;\n\n'));
    const moved = document.getText();
    editor.selection = new vscode.Selection(7, 2, 7, 12);
    const other = await editorOn('const untouched = 1;', [0, 0, 0, 20]);
    equal(await replace(asked), undefined);
    equal(document.getText(), 'import b;\n\nclass A {\n  old() {\n    return 2;\n  }\n\n  other() {}\n}');
    equal(other.document.getText(), 'const untouched = 1;');
    equal(vscode.window.activeTextEditor?.document === document, true, 'The keyboard is elsewhere');
    equal(await undoOnce(document), moved);
  });

  it('can be repeated with another block without a review, since what is there came from the reply', async () => {
    const { document, asked } = await ask();
    await replace(asked);
    equal(await replace(asked, 'old() {\n  return 3;\n}'), undefined);
    equal(document.getText(), BEFORE.replace('1', '3'));
    equal(await replace(asked, 'old() {\n  return 3;\n}'), {
      info: `${asked.path} already contains this code.`,
    });
  });

  it('only says that a document has the code already if nobody clicked for that', async () => {
    const { document, asked } = await ask();
    const other = await editorOn('const untouched = 1;', [0, 0, 0, 20]);
    const code = document.getText(new vscode.Range(1, 0, 3, 3)) as ConfirmedText;
    const proposed = { code, info: 'ts', isIncomplete: false };
    const info = `${asked.path} already contains this code.`;
    equal(await planEach({ anchors }, [{ selection: asked, proposed }]), { info });
    equal(vscode.window.activeTextEditor === other, true);
  });

  it('names the lines that it replaced, without the one that the selection ended before', async () => {
    const { asked } = await ask(BEFORE, [1, 0, 4, 0]);
    equal(await replace(asked), undefined);
  });

  it('goes into a file that was renamed, and says its new name', async () => {
    const uri = await files.write('replacing/old.ts', BEFORE);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(1, 0, 3, 3);
    const asked = capture(editor);
    const renamed = vscode.Uri.joinPath(uri, '../new.ts');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri, renamed);
    equal(await vscode.workspace.applyEdit(edit), true);
    equal(await replace(asked), undefined);
    equal(await replace(asked), { info: 'replacing/new.ts already contains this code.' });
    const document = await vscode.workspace.openTextDocument(renamed);
    equal(document.getText(), BEFORE.replace('1', '2'));
    await document.save();
  });

  it('changes nothing if the document changes while it is shown', async () => {
    const { document, asked } = await ask();
    const result = await replace(asked, NEW, {
      shownBy: {
        open: async (shown) => {
          const editor = await targetEditor.open(shown);
          await editor?.edit((edit) => edit.insert(new vscode.Position(0, 0), '// mine\n'));
          return editor;
        },
      },
    });
    ok(result?.kind === 'error' && said(result)?.includes('changed'), `Said: ${JSON.stringify(result)}`);
    equal(document.getText(), `// mine\n${BEFORE}`);
  });

  it('replaces only what was asked about after a review in which other lines were edited too', async () => {
    const { document, asked } = await ask();
    await replace(asked, NEW, { alwaysReview: true });
    const proposed = proposedText(reviewed[0]).replace('other() {}', 'mine() {}');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(2, 0, 2, 13), '    return 2;');
    edit.replace(document.uri, new vscode.Range(5, 0, 5, 12), '  mine() {}');
    await vscode.workspace.applyEdit(edit);
    equal(document.getText(), proposed);
    reviewed[0]?.onAccepted?.(document);
    equal(anchors.peek(asked), { startLine: 2, endLine: 4 });
  });

  it('does not follow a draft from before a reload to other lines with the same text', async () => {
    const { editor, document, asked } = await ask('same();\n'.repeat(9), [4, 0, 5, 0]);
    anchors.dispose();
    anchors = new Anchors();
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 1, 0)));
    const now = document.getText();
    anchors.track([asked]);
    const result = await replace(asked, 'other();');
    ok(
      result?.kind === 'error' && said(result)?.includes('more than once'),
      `Said: ${JSON.stringify(result)}`,
    );
    equal(document.getText(), now);
  });

  it('opens a review with both changes if the lines changed since, and leaves the document alone', async () => {
    const { editor, document, asked } = await ask(
      BEFORE.replace('    return', '    log();\n    a();\n    return'),
      [1, 0, 5, 3],
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 8), "'mine'"));
    const now = document.getText();
    const result = await replace(asked, 'old() {\n  log();\n  a();\n  return 2;\n}');
    ok(result?.kind === 'info' && said(result)?.includes('your changes'), `Said: ${JSON.stringify(result)}`);
    equal(document.getText(), now);
    equal(reviewed.map(proposedText), [now.replace('return 1', 'return 2')]);
  });

  it('changes nothing and says why if the lines are gone', async () => {
    const { editor, document, asked } = await ask();
    await editor.edit((edit) => edit.delete(new vscode.Range(1, 0, 4, 0)));
    const now = document.getText();
    const result = await replace(asked);
    ok(result?.kind === 'error' && said(result)?.includes('no longer'), `Said: ${JSON.stringify(result)}`);
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
      equal(await replace([asked, other.asked]), undefined);
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
      await setSetting('assistant.review', settings);
      const { document, asked } = await ask();
      await replace(asked, NEW, options);
      equal([document.getText(), proposedText(reviewed[0])], [BEFORE, BEFORE.replace('1', '2')]);
    });
  }

  it('opens a review for a file in a protected folder, also outside of the workspace', async () => {
    const uri = vscode.Uri.from({ scheme: 'untitled', path: '/home/someone/.ssh/config' });
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Host a\nHost b\n'));
    editor.selection = new vscode.Selection(0, 0, 0, 6);
    const asked = capture(editor);
    equal(asked.path, 'config');
    await replace(asked, 'Host c');
    equal([editor.document.getText(), proposedText(reviewed[0])], ['Host a\nHost b\n', 'Host c\nHost b\n']);
  });

  it('is one undo step where files are saved and formatted without being asked, and goes where that and changes on disk moved the lines', async () => {
    const registration = vscode.languages.registerDocumentFormattingEditProvider('*', {
      provideDocumentFormattingEdits: () => [
        vscode.TextEdit.insert(new vscode.Position(0, 0), '// formatted\n'),
      ],
    });
    await setSetting('files.autoSave', 'onFocusChange');
    await setSetting('editor.formatOnSave', true);
    try {
      const uri = await files.write('replacing/a.ts', BEFORE);
      const editor = await vscode.window.showTextDocument(uri);
      editor.selection = new vscode.Selection(1, 0, 4, 0);
      const { document } = editor;
      const asked = capture(editor);
      await replace(asked);
      equal(document.getText(), BEFORE.replace('1', '2'));
      equal(await undoOnce(document), BEFORE);

      await replace(asked);
      await document.save();
      const formatted = `// formatted\n${BEFORE}`;
      equal(document.getText(), formatted.replace('1', '2'));
      await replace(asked, 'old() {\n  return 3;\n}');
      equal(document.getText(), formatted.replace('1', '3'));

      await document.save();
      const onDisk = `// from elsewhere\n${document.getText()}`;
      await files.write('replacing/a.ts', onDisk);
      await until(
        () => document.getText(),
        (text) => text === onDisk,
      );
      await replace(asked, 'old() {\n  return 4;\n}');
      equal(document.getText(), onDisk.replace('3', '4'));
      equal(await undoOnce(document), onDisk);
      await document.save();
    } finally {
      registration.dispose();
      await setSetting('files.autoSave', 'off');
      await setSetting('editor.formatOnSave', undefined);
    }
  });

  it('keeps CRLF, tabs and a missing last line end', async () => {
    const { editor, document, asked } = await ask('class A {\n\told() {}\n}', [1, 0, 1, 9]);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    await replace(asked);
    equal(document.getText(), 'class A {\r\n\told() {\r\n\t\treturn 2;\r\n\t}\r\n}');
    equal(await undoOnce(document), 'class A {\r\n\told() {}\r\n}');
  });
});

function proposedText(proposal: Proposal | undefined): string {
  return proposal?.lines.join('\n') ?? '';
}
