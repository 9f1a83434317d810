import * as vscode from 'vscode';
import { TargetEditor } from '../../src/vscode/targetEditor.ts';
import { equal, ok, until } from './assert.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('target editor of replies', () => {
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

  /** Opens a webview tab, which takes the focus as the chat does. */
  async function openPage(column: vscode.ViewColumn): Promise<void> {
    page = vscode.window.createWebviewPanel('assistant-test', 'Page', column);
    await until(
      () => vscode.window.activeTextEditor,
      (editor) => editor === undefined,
    );
  }

  /** Text of the editor that `show` reveals. */
  async function shownText(): Promise<string | undefined> {
    return (await target.show())?.document.getText();
  }

  it('is the editor beside the chat, and gets the focus', async () => {
    const { document } = await open('beside');
    await openPage(vscode.ViewColumn.Beside);
    const editor = await target.show();
    ok(editor, 'No target editor');
    equal(editor.document === document && editor === target.current, true);
    await target.focus(editor);
    equal(vscode.window.activeTextEditor?.document === document, true);
  });

  it('is the editor behind the chat, with its selections restored', async () => {
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
    ok(editor, 'No target editor');
    equal(
      editor.selections.map(({ start, end }) => [start.line, start.character, end.line, end.character]),
      [
        [0, 0, 0, 1],
        [1, 1, 1, 1],
      ],
    );
    await editor.edit((edit) => {
      for (const { active } of editor.selections) {
        edit.insert(active, 'x');
      }
    });
    await target.focus(editor);
    equal(vscode.window.activeTextEditor?.document.getText(), 'ax\nbx\n');
    equal(document === editor.document, true);
  });

  it('opens a document beside the chat that hides it, and never over the chat', async () => {
    const { document } = await open('behind');
    await openPage(vscode.ViewColumn.Active);
    const editor = await target.open(document);
    equal([page?.visible, editor?.viewColumn], [true, vscode.ViewColumn.Two]);
    // The group beside it is on its other side now.
    await vscode.commands.executeCommand('workbench.action.moveActiveEditorGroupLeft');
    const other = await files.write('target/other', 'other');
    page?.reveal(vscode.ViewColumn.Two);
    await until(
      () => page?.active,
      (isActive) => isActive === true,
    );
    const second = await target.open(await vscode.workspace.openTextDocument(other));
    equal([page?.visible, second?.viewColumn], [true, vscode.ViewColumn.One]);
  });

  it('is the same editor after its tab became visible again', async () => {
    const { document } = await open('back');
    await openPage(vscode.ViewColumn.Active);
    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 1,
    );
    equal(target.current?.document === document, true);
  });

  it('is a visible editor if none was ever focused', async () => {
    await open('before');
    await openPage(vscode.ViewColumn.Beside);
    target.dispose();
    target = new TargetEditor();
    equal(await shownText(), 'before');
  });

  it('is the previous editor if the last one was closed, and none if all were closed', async () => {
    await open('first');
    await open('second');
    equal(await shownText(), 'second');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await openPage(vscode.ViewColumn.Active);
    equal(await shownText(), 'first');
    await vscode.window.showTextDocument((await target.show())?.document ?? fail());
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(
      () => target.hasEditor,
      (isThere) => !isThere,
    );
    equal(await shownText(), undefined);
  });

  it('stays the same side of a diff after it is focused', async () => {
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

  it('shows a document to edit, not the side of a diff that cannot be edited', async () => {
    const [left, right] = [(await open('left')).document, (await open('right')).document];
    for (const [document, staysDiff] of [
      [right, true],
      [left, false],
    ] as const) {
      await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri);
      const isDiff = () =>
        vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
      await until(isDiff, (is) => is);
      await until(
        () => vscode.window.visibleTextEditors.some((one) => one.document === document),
        (isVisible) => isVisible,
      );
      const editor = await target.open(document);
      equal(isDiff(), staysDiff);
      await editor?.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new '));
      equal(document.getText().startsWith('new '), true);
    }
  });
});

function fail(): never {
  throw new Error('No target editor');
}
