import * as vscode from 'vscode';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { attachmentsFeature } from '../../../src/vscode/attachments/attachmentsFeature.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeChatTabs, closeEditors, connect, editorOn, removeKey } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();
const LINES = 'one\ntwo\nthree\nfour\n';

describe('offer of the selection or the current file', () => {
  let found: TestAccess;

  beforeEach(async () => {
    found = await connect();
  });

  afterEach(async () => {
    await closeChatTabs();
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  async function open(path: string): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(await files.write(path, LINES));
    // VS Code restores the selection of an earlier test.
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    return editor;
  }

  async function select(editor: vscode.TextEditor, startLine: number, endLine: number): Promise<void> {
    editor.selection = new vscode.Selection(startLine - 1, 0, endLine - 1, 2);
    await untilOffered(startLine, endLine);
  }

  async function untilOffered(startLine: number | undefined, endLine = startLine): Promise<void> {
    await until(
      () => found.attachments.offer,
      (offer) => offer !== undefined && offer.startLine === startLine && offer.endLine === endLine,
    );
  }

  function take(): Thenable<unknown> {
    return vscode.commands.executeCommand('assistant.addSelectionOrCurrentFile');
  }

  it('is the selection while there is one, else the file, else nothing', async () => {
    equal(found.attachments.offer, undefined);
    const editor = await open('offer/a.txt');
    await untilOffered(undefined);
    equal(found.attachments.offer, { kind: 'file', path: 'offer/a.txt' });
    await select(editor, 2, 3);
    equal(found.attachments.offer, { kind: 'selection', path: 'offer/a.txt', startLine: 2, endLine: 3 });
    equal(found.composer.attachments, []);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await untilOffered(undefined);
    await closeEditors();
    await until(
      () => found.attachments.offer,
      (offer) => offer === undefined,
    );
  });

  it('attaches the selection as it is, and is there again once it is not attached', async () => {
    const editor = await open('offer/a.txt');
    await select(editor, 2, 3);
    await take();
    const [attached] = found.composer.attachments;
    equal(
      [attached?.kind, attached?.text, attached?.anchor !== undefined, found.attachments.offer],
      ['selection', 'two\nth', true, undefined],
    );
    await take();
    equal(found.composer.attachments.length, 1);
    await select(editor, 2, 2);
    editor.selection = new vscode.Selection(1, 0, 2, 2);
    await until(
      () => found.attachments.offer,
      (offer) => offer === undefined,
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 0), 'x'));
    await untilOffered(2, 3);
    equal(found.composer.attachments[0]?.text, 'two\nth');
    found.composer.detach(attached?.id ?? '');
    await untilOffered(2, 3);
  });

  it('attaches the file to one question only', async () => {
    await open('offer/a.txt');
    await untilOffered(undefined);
    await take();
    const [attached] = found.composer.attachments;
    equal([attached?.kind, attached?.isCurrentFile, found.attachments.offer], ['file', undefined, undefined]);
    found.composer.removeSent('', [attached?.id ?? '']);
    equal(found.attachments.offer, { kind: 'file', path: 'offer/a.txt' });
  });

  it('is only the selection while the current file is attached to each question', async () => {
    const editor = await open('offer/a.txt');
    await untilOffered(undefined);
    await found.attachments.toggleCurrentFile();
    try {
      equal(found.attachments.offer, undefined);
      await select(editor, 1, 2);
    } finally {
      await found.attachments.toggleCurrentFile();
    }
  });

  it('is there for untitled documents, notebook cells and each side of a diff, not for other documents', async () => {
    const kinds = (): unknown => [found.attachments.offer?.kind, found.attachments.offer?.path];
    const untitled = await editorOn(LINES, [1, 0, 1, 2]);
    await untilOffered(2);
    equal(kinds(), ['selection', untitled.document.uri.path]);

    const [left, right] = [(await open('offer/left.txt')).document, (await open('offer/right.txt')).document];
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri);
    for (const [command, side] of [
      ['workbench.action.compareEditor.focusPrimarySide', right],
      ['workbench.action.compareEditor.focusSecondarySide', left],
    ] as const) {
      await vscode.commands.executeCommand(command);
      const editor = await until(
        () => vscode.window.activeTextEditor,
        (active) => active?.document === side,
      );
      ok(editor, 'No side of the diff is active');
      await select(editor, 1, 3);
      equal(kinds(), ['selection', vscode.workspace.asRelativePath(side.uri)]);
    }
    await closeEditors();

    const cell = { cell_type: 'code', source: ['a = 1\n', 'b = 2\n'], metadata: {}, outputs: [] };
    const content = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
    const notebook = await vscode.workspace.openNotebookDocument(
      await files.write('offer/cells.ipynb', JSON.stringify(content)),
    );
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand('notebook.cell.edit');
    await until(
      () => vscode.window.activeTextEditor,
      (active) => active !== undefined,
    );
    await vscode.commands.executeCommand('editor.action.selectAll');
    await untilOffered(1, 2);
    await take();
    equal(
      [found.composer.attachments[0]?.path, found.composer.attachments[0]?.text],
      ['offer/cells.ipynb', 'a = 1\nb = 2\n'],
    );
  });

  it('is that of the editor behind the chat in an editor tab', async () => {
    await select(await open('offer/a.txt'), 2, 3);
    await vscode.commands.executeCommand('assistant.openChatInEditor');
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 0,
    );
    await untilOffered(2, 3);
    await take();
    equal(
      found.composer.attachments.map(({ text }) => text),
      ['two\nth'],
    );
  });

  it('is posted once per change, not for each movement of the cursor', async () => {
    const posted: ToPanel[] = [];
    const targetEditor = new TargetEditor();
    const post = (message: ToPanel) => posted.push(message);
    const ui = { hasPage: true, post, reveal: async () => undefined };
    const feature = attachmentsFeature({ ...found, targetEditor, ui });
    try {
      const editor = await open('offer/a.txt');
      await until(
        () => posted.at(-1),
        // Not the selection of an earlier test, which VS Code restores first.
        (last) => last?.type === 'offer' && last.offer?.kind === 'file',
      );
      posted.length = 0;
      for (let count = 0; count < 20; count += 1) {
        await editor.edit((edit) => edit.insert(editor.selection.active, 'x'));
        editor.selection = new vscode.Selection(count % 4, 0, count % 4, 0);
      }
      editor.selection = new vscode.Selection(1, 0, 2, 2);
      await until(
        () => posted.length,
        (length) => length > 0,
      );
      equal(posted, [
        {
          type: 'offer',
          conversationId: found.composer.owner.conversation,
          offer: { kind: 'selection', path: 'offer/a.txt', startLine: 2, endLine: 3 },
        },
      ]);
    } finally {
      feature.dispose();
      targetEditor.dispose();
    }
  });
});
