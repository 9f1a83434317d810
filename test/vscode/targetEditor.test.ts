import * as vscode from 'vscode';
import { insertCodeAtCursor } from '../../src/vscode/editing/insertText.ts';
import { TargetEditor } from '../../src/vscode/targetEditor.ts';
import { equal, ok, until } from './assert.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('the editor into which replies go', () => {
  let target: TargetEditor;
  let page: vscode.WebviewPanel | undefined;

  beforeEach(() => {
    target = new TargetEditor();
  });

  afterEach(async () => {
    page?.dispose();
    page = undefined;
    target.dispose();
    while (vscode.window.tabGroups.all.some(({ tabs }, index) => tabs.length > 0 || index > 0)) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await files.remove();
  });

  async function open(name: string, text = name): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await files.write(`target/${name}`, text), { preview: false });
  }

  /** Opens a tab as the chat's, which has the keyboard then. */
  async function openPage(column: vscode.ViewColumn): Promise<void> {
    page = vscode.window.createWebviewPanel('assistant-test', 'Page', column);
    await until(
      () => vscode.window.activeTextEditor,
      (editor) => editor === undefined,
    );
  }

  /** What the editor holds that is shown for a reply. */
  async function shown(): Promise<string | undefined> {
    return (await target.show())?.document.getText();
  }

  it('is the one beside the chat, which has the keyboard afterwards', async () => {
    const { document } = await open('beside');
    await openPage(vscode.ViewColumn.Beside);
    const editor = await target.show();
    ok(editor, 'There is none');
    equal(editor.document === document && editor === target.current, true);
    await target.focus(editor);
    equal(vscode.window.activeTextEditor?.document === document, true);
  });

  it('is the one behind the chat, with its cursors where they were', async () => {
    const { document } = await open('lines', 'a\nb\n');
    const [first] = vscode.window.visibleTextEditors;
    ok(first, 'No editor');
    first.selections = [new vscode.Selection(0, 0, 0, 1), new vscode.Selection(1, 1, 1, 1)];
    await until(
      () => first.selections.length,
      (length) => length === 2,
    );
    await openPage(vscode.ViewColumn.Active);
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 0,
    );
    equal([target.current, target.hasEditor], [undefined, true]);
    const editor = await target.show();
    ok(editor, 'There is none');
    equal(
      editor.selections.map(({ start, end }) => [start.line, start.character, end.line, end.character]),
      [
        [0, 0, 0, 1],
        [1, 1, 1, 1],
      ],
    );
    equal(await insertCodeAtCursor(editor, 'x'), undefined);
    await target.focus(editor);
    equal(vscode.window.activeTextEditor?.document.getText(), 'ax\nbx\n');
    equal(document === editor.document, true);
  });

  it('is the same one where its tab came back into view', async () => {
    const { document } = await open('back');
    await openPage(vscode.ViewColumn.Active);
    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 1,
    );
    equal(target.current?.document === document, true);
  });

  it('is one that was in view before it was ever used', async () => {
    await open('before');
    await openPage(vscode.ViewColumn.Beside);
    target.dispose();
    target = new TargetEditor();
    equal(await shown(), 'before');
  });

  it('is the one before where the last one was closed, and none in the end', async () => {
    await open('first');
    await open('second');
    equal(await shown(), 'second');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await openPage(vscode.ViewColumn.Active);
    equal(await shown(), 'first');
    await vscode.window.showTextDocument((await target.show())?.document ?? fail());
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(
      () => target.hasEditor,
      (isThere) => !isThere,
    );
    equal(await shown(), undefined);
  });

  it('stays a side of a diff', async () => {
    const [left, right] = [(await open('left')).document, (await open('right')).document];
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri);
    const isDiff = () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
    await until(isDiff, (is) => is);
    const editor = await target.show();
    equal(editor?.document === right, true);
    await target.focus(editor ?? fail());
    equal(isDiff(), true);
  });
});

function fail(): never {
  throw new Error('There is none');
}
