import * as vscode from 'vscode';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { setSetting } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { StubFolder } from '../stubFolder.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { reviewTabs, shownProposal, TestReviews, untilSaved } from './openReview.ts';

const PROPOSED = 'zero\nONE\ntwo';

const files = new WorkspaceFiles();
let fileCount = 0;

describe('a review whose document is renamed, saved, or gone', () => {
  let open: TestReviews;

  beforeEach(async () => {
    open = await TestReviews.create();
  });

  afterEach(async () => {
    await open.close();
    await files.remove();
  });

  /** Each file has another name, since VS Code keeps documents for a while after their tabs were closed. */
  async function newFile(): Promise<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(
      await files.write(`renames/file${++fileCount}.ts`, 'zero\none\ntwo'),
    );
  }

  async function rename({ uri }: vscode.TextDocument, name: string): Promise<vscode.Uri> {
    const renamed = vscode.Uri.joinPath(uri, '..', name);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri, renamed);
    equal(await vscode.workspace.applyEdit(edit), true);
    return renamed;
  }

  it('has the new name, and what was typed into it', async () => {
    const document = await newFile();
    const before = await open.open(document, PROPOSED);
    await before.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
    // From where people rename.
    await vscode.commands.executeCommand('workbench.files.action.focusFilesExplorer');
    const uri = await rename(document, 'renamed.ts');
    const isOf = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputTextDiff && input.original.toString() === uri.toString();
    await until(reviewTabs, (tabs) => tabs.length === 1 && tabs.every(isOf));
    const proposal = await shownProposal();
    // Types into the editor that has the focus, if any.
    await vscode.commands.executeCommand('type', { text: 'next to type' });
    equal(open.outcomes, []);
    equal(await open.reviews.accept(proposal.document.uri), undefined);
    const renamed = await vscode.workspace.openTextDocument(uri);
    equal([renamed.getText(), open.acceptedCount], [`typed\n${PROPOSED}`, 1]);
  });

  it('stays behind another tab of another group', async () => {
    const [document, front, first] = [await newFile(), await newFile(), await newFile()];
    await vscode.window.showTextDocument(first, vscode.ViewColumn.One);
    await vscode.window.showTextDocument(front, { viewColumn: vscode.ViewColumn.Two, preview: false });
    await open.open(document, PROPOSED);
    await vscode.window.showTextDocument(front, vscode.ViewColumn.Two);
    await vscode.window.showTextDocument(first, vscode.ViewColumn.One);
    const before = reviewTabs().map(({ label }) => label);
    await rename(document, `behind${fileCount}.ts`);
    await until(reviewTabs, ([tab]) => tab !== undefined && !before.includes(tab.label));
    equal(
      vscode.window.tabGroups.all.map(({ isActive, tabs }) => [
        isActive,
        tabs.map((tab) => [reviewTabs().includes(tab), tab.isActive]),
      ]),
      [
        [true, [[false, true]]],
        [
          false,
          [
            [false, true],
            [true, false],
          ],
        ],
      ],
    );
  });

  it('saves what is typed into it after VS Code has closed the document of its hidden tab', async () => {
    const [document, front] = [await newFile(), await newFile()];
    const { document: before } = await open.open(document, PROPOSED);
    await vscode.window.showTextDocument(front, vscode.ViewColumn.One);
    await rename(document, `hidden${fileCount}.ts`);
    await until(reviewTabs, ([tab]) => tab?.label.startsWith('hidden') === true);
    // VS Code keeps 50 documents that are in no editor.
    const folder = new StubFolder();
    try {
      for (let count = 0; count < 60; count++) {
        await vscode.workspace.openTextDocument(folder.write(`${count}.txt`, ''));
      }
    } finally {
      folder.dispose();
    }
    await until(
      () => before.isClosed,
      (isClosed) => isClosed,
    );
    await vscode.commands.executeCommand('workbench.action.lastEditorInGroup');
    const { document: proposal, edit } = await shownProposal();
    equal(await edit((builder) => builder.insert(new vscode.Position(0, 0), 'typed ')), true);
    await until(
      () => open.files.text(proposal.uri),
      (text) => text === `typed ${PROPOSED}`,
    );
  });

  it('stays closed, and can be opened again', async () => {
    const dialogs = new StubDialogs();
    try {
      const document = await newFile();
      const before = await open.open(document, PROPOSED);
      await before.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
      await untilSaved(before);
      const pressed = Promise.withResolvers<string>();
      dialogs.answer('showInformationMessage', () => pressed.promise);
      await vscode.window.tabGroups.close(reviewTabs());
      const uri = await rename(document, `closed${fileCount}.ts`);
      // After what the review does.
      await open.reviews.discard(uri);
      equal(reviewTabs(), []);
      pressed.resolve('Reopen Review');
      await shownProposal();
      equal(await open.reviews.accept(), undefined);
      const renamed = await vscode.workspace.openTextDocument(uri);
      equal(renamed.getText(), `typed\n${PROPOSED}`);
    } finally {
      dialogs.restore();
    }
  });

  /** Shows an untitled document that is saved without a dialog. */
  async function untitled(name: string): Promise<vscode.TextDocument> {
    await files.write('renames/none.txt', '');
    const uri = vscode.Uri.joinPath(workspaceRoot(), 'renames', name);
    const { document, edit } = await vscode.window.showTextDocument(uri.with({ scheme: 'untitled' }));
    equal(await edit((builder) => builder.insert(new vscode.Position(0, 0), 'zero\none\ntwo')), true);
    return document;
  }

  /** VS Code closes the document that an extension has edited before the save as soon as that has ended. */
  async function addLineOnSave(): Promise<vscode.Disposable> {
    return vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.scheme !== REVIEW_SCHEME) {
        const { end } = event.document.lineAt(event.document.lineCount - 1).range;
        event.waitUntil(Promise.resolve([vscode.TextEdit.insert(end, '\n')]));
      }
    });
  }

  for (const [what, prepare, isTyped] of [
    ['as it is', async () => undefined, false],
    ['with what was typed into it', async () => undefined, true],
    [
      'over another one',
      async (name: string) => {
        await files.write(`renames/${name}`, 'other\r\ntext');
      },
      true,
    ],
    [
      'into the text that VS Code changes while saving',
      () => setSetting('files.insertFinalNewline', true),
      true,
    ],
    ['into the text that an extension changes while saving', addLineOnSave, true],
  ] as const) {
    it(`goes ${what} to the file as which an untitled document is saved, in its group`, async () => {
      const name = `untitled${++fileCount}.ts`;
      const document = await untitled(name);
      // VS Code closes a group with its last tab.
      await vscode.window.showTextDocument(await newFile(), vscode.ViewColumn.Two);
      const before = await open.open(document, PROPOSED);
      if (isTyped) {
        await before.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
      }
      await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
      const prepared = await prepare(name);
      try {
        await vscode.workspace.save(document.uri);
      } finally {
        prepared?.dispose();
        await setSetting('files.insertFinalNewline', undefined);
      }
      const uri = document.uri.with({ scheme: workspaceRoot().scheme });
      const isOf = ({ input }: vscode.Tab): boolean =>
        input instanceof vscode.TabInputTextDiff && input.original.toString() === uri.toString();
      const [tab] = await until(reviewTabs, (tabs) => tabs.length === 1 && tabs.every(isOf));
      equal([tab?.group.viewColumn, tab?.label, open.outcomes], [2, `${name} (Review)`, []]);
      const text = isTyped ? `typed\n${PROPOSED}` : PROPOSED;
      const proposal = await vscode.workspace.openTextDocument(before.document.uri);
      equal(proposal.getText(), text);
      const saved = await vscode.workspace.openTextDocument(uri);
      const isMerged = saved.getText().endsWith('\n');
      const message = await open.reviews.accept(before.document.uri);
      equal(
        [isMerged, said(message)?.includes('has changed') ?? false],
        [what.includes('changes'), isMerged],
      );
      if (isMerged) {
        equal(await open.reviews.accept(before.document.uri), undefined);
      }
      equal([saved.getText(), open.acceptedCount], [isMerged ? `${text}\n` : text, 1]);
    });
  }

  /** What takes a document away with its tabs. */
  const LOSSES: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    'an untitled document was closed': async () => {
      const document = await vscode.workspace.openTextDocument({ content: 'a\n' });
      await vscode.window.showTextDocument(document, { preview: false });
      await open.open(document, 'b\n');
      return async () => {
        await vscode.window.showTextDocument(document, { preview: false });
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      };
    },
    'its file was deleted in VS Code': async () => {
      const document = await newFile();
      await open.open(document, 'b\n');
      const edit = new vscode.WorkspaceEdit();
      edit.deleteFile(document.uri);
      return () => Promise.resolve(vscode.workspace.applyEdit(edit));
    },
    // VS Code goes on having the document.
    'its file was deleted by another program, and its tab was closed': async () => {
      const document = await newFile();
      await open.open(document, 'b\n');
      return async () => {
        process.getBuiltinModule('node:fs').rmSync(document.uri.fsPath);
        await vscode.window.tabGroups.close(reviewTabs());
      };
    },
  };
  for (const [loss, prepare] of Object.entries(LOSSES)) {
    it(`shows the proposal alone, to copy, after ${loss}`, async () => {
      const lose = await prepare();
      const [uri] = reviewTabs().flatMap(({ input }) =>
        input instanceof vscode.TabInputTextDiff ? [input.modified] : [],
      );
      const dialogs = new StubDialogs();
      const alone = (): vscode.Tab[] =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.query === uri?.query);
      try {
        dialogs.hear('showInformationMessage', 'Reopen Review');
        await lose();
        await until(alone, ({ length }) => length === 1);
        await until(
          () => vscode.window.activeTextEditor?.document,
          (document) => document?.uri.query === uri?.query && document?.getText() === 'b\n',
        );
        const messages = await until(
          () => dialogs.said,
          ({ length }) => length === 2,
        );
        ok(
          messages[0]?.includes('was closed') && messages[1]?.includes('Copy what you need'),
          messages.join(),
        );
        equal(open.acceptedCount, 0);
        const message = await open.reviews.accept();
        ok(said(message)?.includes('no longer exists'), `Said: ${message}`);
        equal([alone().length, reviewTabs().length], [1, 0]);
        // The user closes this one.
        open.outcomes.splice(0);
        await vscode.window.tabGroups.close(alone());
        equal(
          await until(
            () => open.outcomes,
            ({ length }) => length === 1,
          ),
          ['The review was discarded. Nothing was changed.'],
        );
        equal(dialogs.said.length, 2);
      } finally {
        dialogs.restore();
      }
    });
  }

  it('can be opened again if it was closed after a rename that failed', async () => {
    const folder = new StubFolder();
    const dialogs = new StubDialogs();
    try {
      const document = await vscode.workspace.openTextDocument(folder.write('kept.txt', 'a\n'));
      const before = await open.open(document, 'b\n');
      await before.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
      await untilSaved(before);
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(document.uri, vscode.Uri.joinPath(document.uri, '../moved.txt'));
      folder.isFull = true;
      equal(await vscode.workspace.applyEdit(edit), false);
      folder.isFull = false;
      dialogs.hear('showInformationMessage', 'Reopen Review');
      await vscode.window.tabGroups.close(reviewTabs());
      await until(
        () => dialogs.said,
        (said) => said.length > 0,
      );
      equal((await shownProposal()).document.getText(), 'typed b\n');
      equal(await open.reviews.accept(), undefined);
    } finally {
      dialogs.restore();
      folder.dispose();
    }
  });
});
