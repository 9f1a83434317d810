import * as vscode from 'vscode';
import { type Place, TargetEditor } from '../../src/vscode/targetEditor.ts';
import { equal, ok, until } from './assert.ts';
import { reviewTabs, TestReviews } from './editing/openReview.ts';
import { select } from './extensionAccess.ts';
import { notebookText, WorkspaceFiles } from './workspaceFiles.ts';

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
    await until(
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      (tabs) => !tabs.some(({ input }) => input instanceof vscode.TabInputWebview),
    );
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
    // VS Code may go on telling of the text editor that was active before, and of hidden editors of other tests.
    await until(
      () =>
        page?.active === true &&
        vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview,
      (isActive) => isActive,
    );
  }

  function place(): Place {
    const found = target.place;
    ok(found !== undefined && 'document' in found, `No place: ${JSON.stringify(found)}`);
    return found;
  }

  /** Text of the editor that is shown, without the focus. */
  async function shownText(): Promise<string | undefined> {
    return (await target.show(place(), { preserveFocus: true }))?.document.getText();
  }

  async function untilActive(document: vscode.TextDocument): Promise<void> {
    await until(
      () => vscode.window.activeTextEditor?.document === document,
      (isActive) => isActive,
    );
  }

  async function untilHidden(): Promise<void> {
    await until(
      () => place().isVisible,
      (isVisible) => !isVisible,
    );
  }

  it('is the editor beside the chat, and gets the focus', async () => {
    const { document } = await open('beside');
    await openPage(vscode.ViewColumn.Beside);
    equal([place().document === document, place().isVisible], [true, true]);
    await target.show(place());
    await untilActive(document);
  });

  it('is the editor behind the chat, with its selections restored', async () => {
    const first = await open('lines', 'a\nb\n');
    const { document } = first;
    first.selections = [new vscode.Selection(0, 0, 0, 1), new vscode.Selection(1, 1, 1, 1)];
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    const editor = await target.show(place(), { preserveFocus: true });
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
    await target.show(place());
    await untilActive(document);
    equal(document.getText(), 'ax\nbx\n');
  });

  it('is asked about while it is visible or the chat hides it, unless it is a proposal', async () => {
    const { document } = await open('asked');
    const isAsked = (): boolean => target.source?.document === document;
    equal(isAsked(), true);
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    equal(isAsked(), true);
    page?.dispose();
    await untilActive(document);
    await vscode.commands.executeCommand('workbench.action.openSettings');
    await until(isAsked, (yes) => !yes);
    equal([place().document === document, target.source], [true, undefined]);
    const reviews = await TestReviews.create();
    try {
      const proposal = await reviews.open(document, 'proposed');
      equal([place().document === proposal.document, target.source], [true, undefined]);
    } finally {
      await reviews.close();
    }
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
      () => place().document === document && place().isVisible,
      (isThere) => isThere,
    );
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
    await target.show(place());
    await untilActive(place().document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(
      () => target.place,
      (none) => none === undefined,
    );
  });

  it('stays the same side of a diff after it is focused', async () => {
    const [left, right] = [(await open('left')).document, (await open('right')).document];
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri);
    const isDiff = () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
    await until(isDiff, (is) => is);
    await until(
      () => place().document === right,
      (isRight) => isRight,
    );
    await target.show(place());
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

  async function openDiff(): Promise<{ left: vscode.TextDocument; right: vscode.TextDocument }> {
    const left = await vscode.workspace.openTextDocument(await files.write('target/diff/left', 'a\nb\nd\n'));
    const right = await vscode.workspace.openTextDocument(
      await files.write('target/diff/right', 'a\nc\nd\n'),
    );
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, 'Left and right');
    await untilActive(right);
    // VS Code goes to the first change.
    await until(cursor, ([, line]) => line === 1);
    return { left, right };
  }

  /** Where the cursor of the place is, in the document of the place. */
  function cursor(): [string, number] {
    const { document, selections } = place();
    return [document.uri.path.split('/').at(-1) ?? '', selections[0]?.active.line ?? -1];
  }

  for (const side of ['left', 'right'] as const) {
    it(`is the ${side} side of a diff behind the chat`, async () => {
      const documents = await openDiff();
      if (side === 'left') {
        await vscode.commands.executeCommand('diffEditor.switchSide');
        await untilActive(documents.left);
      }
      await vscode.commands.executeCommand('cursorBottom');
      await until(cursor, ([, line]) => line === 3);
      await openPage(vscode.ViewColumn.Active);
      await untilHidden();
      equal(cursor(), [side, 3]);
      equal((await target.show(place()))?.document === documents[side], true);
      await until(
        () => [vscode.window.tabGroups.activeTabGroup.activeTab?.label, place().isVisible, cursor()],
        (now) => JSON.stringify(now) === JSON.stringify(['Left and right', true, [side, 3]]),
      );
    });
  }

  it('is the cursor in its own group if the file stands in two', async () => {
    const { document } = await open('twice', '1\n2\n3\n');
    const second = await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    await select(second, new vscode.Selection(2, 0, 2, 0));
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    equal(cursor(), ['twice', 2]);
    const editor = await target.show(place());
    equal([editor?.viewColumn, editor?.selection.active.line], [vscode.ViewColumn.Two, 2]);
  });

  it('is a cell of the notebook behind the chat, which is shown', async () => {
    const uri = await files.write('target/a.ipynb', notebookText('a', 'b'));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const selections = [new vscode.NotebookRange(1, 2)];
    await vscode.window.showNotebookDocument(notebook, { selections });
    await vscode.commands.executeCommand('notebook.cell.edit');
    const { document } = notebook.cellAt(1);
    await until(
      () => target.place,
      (found) => found !== undefined && 'document' in found && found.document === document,
    );
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    equal(place().document === document, true);
    await target.show(place());
    await until(
      () => place().isVisible,
      (isVisible) => isVisible,
    );
    equal(vscode.window.activeNotebookEditor?.selections, selections);
  });

  for (const [kind, label, openIt] of [
    [
      'custom editor',
      'a.png',
      async () =>
        vscode.commands.executeCommand('vscode.open', await files.write('target/a.png', 'no image')),
    ],
    [
      'merge editor behind the chat',
      'Merging: base',
      async () => {
        const [base, input1, input2] = await Promise.all(
          ['base', 'one', 'two'].map((name) => files.write(`target/${name}`, `${name}\n`)),
        );
        const input = (uri?: vscode.Uri) => ({ uri, title: '', description: '' });
        await vscode.commands.executeCommand('_open.mergeEditor', {
          base,
          input1: input(input1),
          input2: input(input2),
          output: base,
        });
        await until(
          () => target.place,
          (found) => found !== undefined && 'document' in found && found.document.uri.path.endsWith('base'),
        );
        await openPage(vscode.ViewColumn.Active);
      },
    ],
  ] as const) {
    it(`is nowhere if the user was last in a ${kind}: no other document is taken`, async () => {
      await open('other');
      await openIt();
      await until(
        () => target.place,
        (found) => found !== undefined && 'unreachable' in found,
      );
      equal(target.place, { unreachable: label });
    });
  }

  it('follows a rename behind the chat', async () => {
    const { document } = await open('old', 'text');
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    const uri = vscode.Uri.joinPath(document.uri, '../new');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, uri);
    equal(await vscode.workspace.applyEdit(edit), true);
    await until(
      () => target.place,
      (found) => found !== undefined && 'document' in found && found.document.uri.path === uri.path,
    );
    equal((await target.show(place()))?.document.uri.path, uri.path);
  });

  it('is not a review that is shown again after a rename', async () => {
    const { document } = await open('reviewed', 'text');
    const reviews = await TestReviews.create();
    try {
      await reviews.open(document, 'proposed');
      const other = await vscode.workspace.openTextDocument(await files.write('target/other', 'other'));
      await vscode.window.showTextDocument(other, vscode.ViewColumn.Two);
      await openPage(vscode.ViewColumn.Two);
      await untilHidden();
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(document.uri, vscode.Uri.joinPath(document.uri, '../new'));
      equal(await vscode.workspace.applyEdit(edit), true);
      await until(reviewTabs, ([tab]) => tab?.label.startsWith('new') === true);
      // After what the review did.
      await reviews.reviews.discard(document.uri);
      equal(place().document === other, true);
    } finally {
      await reviews.close();
    }
  });

  it('is known to be outdated if its document changed behind another tab', async () => {
    const { document } = await open('hidden', 'text');
    await openPage(vscode.ViewColumn.Active);
    await untilHidden();
    equal(place().version === document.version, true);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'new ');
    await vscode.workspace.applyEdit(edit);
    equal(place().version === document.version, false);
  });
});
