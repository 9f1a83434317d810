import * as vscode from 'vscode';
import type { AppliedView } from '../../../src/protocol/code.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import {
  access,
  connect,
  editorOn,
  removeKey,
  replyText,
  setBaseUrl,
  setSetting,
  undoOnce,
} from '../extensionAccess.ts';
import { askAboutSelection } from '../stubDialogs.ts';
import { notebookText, WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { reviewTabs, shownProposal } from './openReview.ts';
import { PersonWhoApplies } from './personWhoApplies.ts';

const BEFORE = 'first();\nold();\nlast();\n';
const CODE = 'const one = get(1);\nuse(one);';

/** `BEFORE` with the code in place of its second line. */
const AFTER = BEFORE.replace('old();', CODE);

const NEVER_REVIEWED = { lines: { start: 2, end: 3 } };
const files = new WorkspaceFiles();
let fileCount = 0;

describe('code that was applied', () => {
  let person: PersonWhoApplies;

  beforeEach(async () => {
    person = await PersonWhoApplies.create(CODE, 'other();');
  });

  afterEach(async () => {
    await person.end();
    await files.remove();
  });

  /** Each file has another name, since VS Code keeps documents for a while after their tabs were closed. */
  function newFile(text = BEFORE): Promise<vscode.Uri> {
    return files.write(`applied/file${++fileCount}.txt`, text);
  }

  /** Replaces the second line of a file with the code. */
  async function apply(uri: vscode.Uri): Promise<vscode.TextDocument> {
    const { document } = await person.goTo(uri, 1, 2);
    equal(said(await person.run('replace')), undefined);
    return document;
  }

  async function edit(
    { uri }: vscode.TextDocument,
    ...edits: readonly [from: vscode.Range, text: string][]
  ): Promise<void> {
    const all = new vscode.WorkspaceEdit();
    all.set(
      uri,
      edits.map(([range, text]) => new vscode.TextEdit(range, text)),
    );
    equal(await vscode.workspace.applyEdit(all), true);
  }

  const at = (line: number, end = line): vscode.Range => new vscode.Range(line, 0, end, 0);

  const isAt =
    (start: number, end: number) =>
    (view: AppliedView | undefined): boolean =>
      view?.lines?.start === start && view.lines.end === end;

  for (const [kind, lineEnd] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`is taken back in one undo step, and other edits stay, with ${kind}`, async () => {
      const uri = await newFile(BEFORE.replaceAll('\n', lineEnd));
      const document = await apply(uri);
      const path = vscode.workspace.asRelativePath(uri);
      equal(person.shown.get(0), { path, ...NEVER_REVIEWED });
      await edit(document, [at(0), 'above();\n'], [at(4), 'below();\n']);
      await person.untilShown(isAt(3, 4));
      const edited = document.getText();
      equal(said(await person.run('revert')), undefined);
      const expected = `above();\nfirst();\nold();\nlast();\nbelow();\n`.replaceAll('\n', lineEnd);
      equal([document.getText(), person.shown.get(0)], [expected, undefined]);
      equal(vscode.window.activeTextEditor?.document === document, true);
      ok(said(await person.run('revert'))?.includes('Nothing of it is in'), 'It was taken back twice');
      equal(await undoOnce(document), edited);
      await person.untilShown(isAt(3, 4));
      equal(said(await person.run('revert')), undefined);
      equal(document.getText(), expected);
    });
  }

  it('is shown where it is now', async () => {
    const document = await apply(await newFile());
    await edit(document, [at(0), 'above();\n']);
    await person.goTo(await newFile(), 0);
    equal(said(await person.run('showApplied')), undefined);
    const editor = vscode.window.activeTextEditor;
    equal([editor?.document === document, editor && document.getText(editor.selection)], [true, CODE]);
    ok(said(await person.run('showApplied', 1))?.includes('It is not known where'), 'Another block');
  });

  it('is followed from the accepted review on, and taken back as what was accepted', async () => {
    const uri = await newFile();
    const { document } = await person.goTo(uri, 1, 2);
    ok(said(await person.run('review'))?.includes('Review opened'), 'No review');
    equal(person.shown.get(0), undefined);
    const proposal = await shownProposal();
    await proposal.edit((builder) => builder.insert(new vscode.Position(1, 0), 'typed();\n'));
    equal(said(await person.open.reviews.accept()), undefined);
    equal(person.open.outcomes, ['']);
    await person.untilShown(isAt(2, 4));
    equal(said(await person.run('revert')), undefined);
    equal(document.getText(), BEFORE);
  });

  it('that was edited since is only proposed, and shown beside the lines from before', async () => {
    const document = await apply(await newFile());
    await edit(document, [new vscode.Range(2, 0, 2, 3), 'useTwice']);
    await person.untilShown((view) => view?.isChanged === true);
    const edited = document.getText();
    const message = said(await person.run('revert'));
    ok(message?.includes('The lines have changed since they were applied. Review opened.'), `${message}`);
    const { document: proposal } = await shownProposal();
    equal([document.getText(), proposal.getText()], [edited, BEFORE]);
    const { history } = await access();
    const isRevert = async (): Promise<boolean> => {
      const bytes = await (await history.files()).readState(`c~review-${proposal.uri.query}`);
      return new TextDecoder().decode(bytes).includes('"isRevert":true');
    };
    // So that it is known after a reload too.
    await until(isRevert, (isStored) => isStored);
    equal(said(await person.open.reviews.accept()), undefined);
    equal(document.getText(), BEFORE);
    await person.untilShown((view) => view === undefined);
    equal((await person.stored((text) => text.includes('isReverted')))?.includes('"old();"'), true);
  });

  it('is not there any more after Undo, and is again after Redo', async () => {
    const document = await apply(await newFile());
    equal(await undoOnce(document), BEFORE);
    await person.untilShown((view) => view === undefined);
    ok(said(await person.run('revert'))?.includes('Nothing of it is in'), 'Revert');
    ok(said(await person.run('showApplied'))?.includes('Nothing of it is in'), 'Show');
    await vscode.commands.executeCommand('redo');
    equal(document.getText(), AFTER);
    await person.untilShown(isAt(2, 3));
  });

  it('is what was applied last of a block, then what was applied before', async () => {
    const [first, second] = [await apply(await newFile()), await apply(await newFile())];
    const names = (): unknown => person.shown.get(0)?.path.split('/').at(-1);
    equal(names(), second.uri.path.split('/').at(-1));
    equal(said(await person.run('revert')), undefined);
    equal([second.getText(), first.getText(), names()], [BEFORE, AFTER, first.uri.path.split('/').at(-1)]);
    equal(said(await person.run('revert')), undefined);
    equal([first.getText(), person.shown.get(0)], [BEFORE, undefined]);
  });

  it('goes with a renamed file, and with an untitled document that is saved', async () => {
    const document = await apply(await newFile());
    const renamed = vscode.Uri.joinPath(document.uri, '..', `renamed${fileCount}.txt`);
    const move = new vscode.WorkspaceEdit();
    move.renameFile(document.uri, renamed);
    equal(await vscode.workspace.applyEdit(move), true);
    await person.untilShown((view) => view?.path.includes('renamed') === true);
    equal(said(await person.run('revert')), undefined);
    equal((await vscode.workspace.openTextDocument(renamed)).getText(), BEFORE);

    const file = vscode.Uri.joinPath(workspaceRoot(), 'applied', `saved${fileCount}.txt`);
    const untitled = await vscode.window.showTextDocument(file.with({ scheme: 'untitled' }));
    await untitled.edit((builder) => builder.insert(new vscode.Position(0, 0), BEFORE));
    await apply(untitled.document.uri);
    await vscode.workspace.save(untitled.document.uri);
    await until(
      () => person.stored(),
      (text) => text?.includes(file.toString()) === true,
    );
    equal(said(await person.run('revert')), undefined);
    equal((await vscode.workspace.openTextDocument(file)).getText(), BEFORE);
  });

  it('is found after a reload, in a file that was changed on disk', async () => {
    const document = await apply(await newFile());
    await document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await person.reload();
    await vscode.workspace.fs.writeFile(
      document.uri,
      new TextEncoder().encode(`above();\n${AFTER}below();\n`),
    );
    ok((await person.loadPage())?.lines, 'It is not shown');
    await until(
      async () => (await vscode.workspace.openTextDocument(document.uri)).getText(),
      (text) => text.startsWith('above'),
    );
    equal(said(await person.run('revert')), undefined);
    const now = await vscode.workspace.openTextDocument(document.uri);
    equal(now.getText(), `above();\n${BEFORE}below();\n`);
  });

  it('stays where VS Code writes nothing: read-only, or gone', async () => {
    const document = await apply(await newFile());
    await document.save();
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    try {
      equal(said(await person.run('revert')), 'This editor is read-only.');
      equal(document.getText(), AFTER);
      ok(person.shown.get(0), 'It is not shown any more');
    } finally {
      await vscode.commands.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(document.uri);
    const message = said(await person.run('revert'));
    ok(message?.includes('no longer exists'), `${message}`);
  });

  it('is taken back in a review where every change is reviewed', async () => {
    const document = await apply(await newFile());
    await setSetting('assistant.review', 'always');
    try {
      equal(said(await person.run('revert')), 'Review opened. Nothing changes until you accept it.');
      equal([document.getText(), reviewTabs().length], [AFTER, 1]);
      equal(said(await person.open.reviews.accept()), undefined);
      equal([document.getText(), person.shown.get(0)], [BEFORE, undefined]);
    } finally {
      await setSetting('assistant.review', undefined);
    }
  });

  it('is stored by the extension, with the conversation', async () => {
    const services = await connect();
    try {
      const { document } = await editorOn(BEFORE, [0, 0, 3, 0]);
      await askAboutSelection('Why?');
      await replyText(services);
      const { id, turns } = services.conversations.current.conversation;
      await editorOn('', [0, 0, 0, 0]);
      await vscode.commands.executeCommand('assistant.insertLastCodeBlock');
      const stored = await until(
        async () => (await services.history.files()).readState(`${id}~applied-${turns.at(-1)?.id}`),
        (bytes) => bytes !== undefined,
      );
      ok(new TextDecoder().decode(stored).includes('"kind":"there"'), document.uri.toString());
    } finally {
      await removeKey();
      await setBaseUrl(undefined);
    }
  });

  it('has no secret on disk, so that only this window can take it back', async () => {
    person.redact = (text) => text.replace('old', '[redacted]');
    const document = await apply(await newFile());
    const stored = await person.stored();
    equal([stored?.includes('old'), stored?.includes('redacted')], [false, false]);
    equal(said(await person.run('revert')), undefined);
    equal(document.getText(), BEFORE);
    await apply(document.uri);
    await person.stored((text) => text.split('"uri"').length === 3);
    await person.reload();
    ok(isAt(2, 3)(await person.loadPage()), 'It is not shown');
    equal(
      said(await person.run('revert')),
      'The old lines had a secret that was redacted, so they were not stored.',
    );
    equal(document.getText(), AFTER);
  });

  it('is not on disk of a deleted conversation, and of cells of notebooks', async () => {
    const uri = await files.write('applied/a.ipynb', notebookText(BEFORE));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(0);
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = await until(
      () => vscode.window.activeTextEditor,
      (active) => active?.document === document,
    );
    ok(editor, 'No editor');
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    await until(
      () => editor.selection.isEmpty,
      (isEmpty) => !isEmpty,
    );
    equal(said(await person.run('replace')), undefined);
    equal([document.getText(), person.shown.get(0)?.lines], [AFTER, { start: 2, end: 3 }]);
    equal(said(await person.run('revert')), undefined);
    equal(document.getText(), BEFORE);
    person.deleted.fire(['c']);
    await apply(await newFile());
    equal(said(await person.run('revert')), undefined);
    await person.loadPage();
    equal([...person.folder.notes.keys()], []);
  });
});
