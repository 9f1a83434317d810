import * as vscode from 'vscode';
import { storeProposal } from '../../../src/core/editing/storedProposal.ts';
import { linesOf } from '../../../src/core/editing/textRange.ts';
import { writeReviewed } from '../../../src/vscode/editing/documentWriter.ts';
import { proposalUriOf } from '../../../src/vscode/editing/reviewTabs.ts';
import { StoredReviews } from '../../../src/vscode/editing/storedReviews.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { isLong } from '../../support/long.ts';
import { equal, ok, until } from '../assert.ts';
import { access, removeKey, setBaseUrl, setSetting, storeKey } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { StubFolder } from '../stubFolder.ts';
import { testService } from '../testService.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { reviewTabs, shownProposal, TestReviews, untilSaved } from './openReview.ts';

const BEFORE = 'const a = 1;\nconst b = 2;\n';
const PROPOSED = 'const a = 1;  \nconst b = "é€😀";';

const START = new vscode.Position(0, 0);

const files = new WorkspaceFiles();
let fileCount = 0;

const PARTICIPANTS = ['files.trimTrailingWhitespace', 'files.insertFinalNewline', 'editor.formatOnSave'];

describe('saving of proposals', () => {
  let open: TestReviews;
  let document: vscode.TextDocument;
  let dialogs: StubDialogs;
  const registrations: vscode.Disposable[] = [];

  beforeEach(async () => {
    dialogs = new StubDialogs();
    open = await TestReviews.create();
  });

  afterEach(async () => {
    dialogs.restore();
    for (const registration of registrations.splice(0)) {
      registration.dispose();
    }
    for (const name of [...PARTICIPANTS, 'files.encoding']) {
      await setSetting(name, undefined);
    }
    await setSetting('files.autoSave', 'off');
    await removeKey();
    await open.close();
    await files.remove();
  });

  /** Opens a review of a new file. */
  async function review(proposed = PROPOSED): Promise<vscode.TextEditor> {
    // Another name each time, since VS Code keeps documents for a while after their tabs were closed.
    const uri = await files.write(`saving/file${++fileCount}.ts`, BEFORE);
    document = await vscode.workspace.openTextDocument(uri);
    return open.open(document, proposed);
  }

  /** The URI of a proposal for a document, from before a reload. */
  async function storedReviewOf(uri: vscode.Uri): Promise<vscode.Uri> {
    const { history } = await access();
    const stored = new StoredReviews(() => history.files());
    const query = crypto.randomUUID();
    const proposal = storeProposal(linesOf(BEFORE), linesOf(PROPOSED), (text) => text);
    stored.save('c', query, async () => ({ at: Date.now(), uri: uri.toString(), ...proposal }));
    ok(typeof (await stored.read(query)) === 'object', 'Not stored');
    return vscode.Uri.from({ scheme: REVIEW_SCHEME, path: '/restored.ts', query });
  }

  /** Counts how often proposals are saved. */
  function countSaves(): () => number {
    let count = 0;
    registrations.push(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        count += Number(uri.scheme === REVIEW_SCHEME);
      }),
    );
    return () => count;
  }

  it('lets a tab close without a question after an edit, and leaves the document alone', async () => {
    const editor = await review();
    await editor.edit((edit) => edit.insert(START, '// '));
    equal(editor.document.isDirty, true);
    await untilSaved(editor);
    equal(await vscode.window.tabGroups.close(reviewTabs()), true);
    equal(open.files.text(editor.document.uri), `// ${PROPOSED}`);
    equal([document.getText(), document.isDirty], [BEFORE, false]);
  });

  it('saves what is edited while a save is running', async () => {
    const editor = await review();
    const write = open.files.writeFile.bind(open.files);
    let isEdited = false;
    open.files.writeFile = async (uri, bytes) => {
      if (!isEdited) {
        isEdited = true;
        await editor.edit((edit) => edit.insert(START, 'b'));
      }
      await write(uri, bytes);
    };
    await editor.edit((edit) => edit.insert(START, 'a'));
    await until(
      () => open.files.text(editor.document.uri),
      (text) => text === `ba${PROPOSED}`,
    );
    await untilSaved(editor);
    equal(await vscode.window.tabGroups.close(reviewTabs()), true);
  });

  for (const autoSave of ['off', 'afterDelay', ...(isLong ? ['onFocusChange'] : [])]) {
    it(`keeps what save participants change out of the proposal, with auto save ${autoSave}`, async () => {
      for (const name of PARTICIPANTS) {
        await setSetting(name, true);
      }
      await setSetting('files.autoSave', autoSave);
      const participants = { formatter: 0, extension: 0 };
      registrations.push(
        vscode.languages.registerDocumentFormattingEditProvider('*', {
          provideDocumentFormattingEdits: () => {
            participants.formatter++;
            return [vscode.TextEdit.insert(START, '// formatted\n')];
          },
        }),
        vscode.workspace.onWillSaveTextDocument((event) => {
          if (event.document.uri.scheme === REVIEW_SCHEME) {
            participants.extension++;
            event.waitUntil(Promise.resolve([vscode.TextEdit.insert(START, '// changed\n')]));
          }
        }),
      );
      const editor = await review();
      equal(editor.document.getText(), PROPOSED);
      // Before the edit: it is saved a while afterwards, with what is selected then.
      editor.selection = new vscode.Selection(1, 2, 1, 2);
      await editor.edit((edit) => edit.insert(START, '// a  \n'));
      await until(
        () => participants.formatter > 0 && participants.extension > 0 && !editor.document.isDirty,
        (isSaved) => isSaved,
      );
      const expected = `// a  \n${PROPOSED}`;
      await until(
        () => editor.document.getText(),
        (text) => text === expected,
      );
      await until(
        () => editor.selection,
        (selection) => selection.isEqual(new vscode.Selection(2, 2, 2, 2)),
      );
      equal([document.getText(), document.isDirty], [BEFORE, false]);
      equal(await open.reviews.accept(), undefined);
      equal(document.getText(), expected);
    });
  }

  it('keeps what participants change out if VS Code moves the cursor during a save, and leaves it there', async () => {
    const editor = await review();
    let isMoved = false;
    registrations.push(
      vscode.workspace.onWillSaveTextDocument((event) => {
        const isChanged = new Promise<vscode.TextEdit[]>((resolve) => {
          const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
            isMoved ||= textEditor === editor && selections[0]?.active.line === 1;
            if (isMoved) {
              listener.dispose();
              resolve([vscode.TextEdit.insert(START, '// changed\n')]);
            }
          });
        });
        editor.selection = new vscode.Selection(1, 0, 1, 0);
        event.waitUntil(isMoved ? Promise.resolve([]) : isChanged);
      }),
    );
    await editor.edit((edit) => edit.insert(START, 'typed '));
    await until(
      () => isMoved && [editor.document.getText(), open.files.text(editor.document.uri)],
      (texts) => Array.isArray(texts) && texts.every((text) => text === `typed ${PROPOSED}`),
    );
    equal([editor.selection.active.line, editor.selection.active.character], [1, 0]);
  });

  it('keeps an edit of this extension that VS Code has not told of when a save begins', async () => {
    const { document: proposal, edit } = await review();
    let writing: Promise<unknown> | undefined;
    registrations.push(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === proposal) {
          // The save begins next.
          writing ??= writeReviewed(proposal, [...linesOf(proposal.getText()), 'inserted']);
        }
      }),
      vscode.workspace.onWillSaveTextDocument((event) => {
        event.waitUntil(Promise.resolve([vscode.TextEdit.insert(START, '// changed\n')]));
      }),
    );
    await edit((builder) => builder.insert(START, 'typed '));
    await until(
      () => [proposal.getText(), open.files.text(proposal.uri)],
      (texts) => texts.every((text) => text === `typed ${PROPOSED}\ninserted`),
    );
    equal(await writing, undefined);
  });

  it('keeps every character with another encoding in the settings', async () => {
    await setSetting('files.encoding', 'utf16le');
    const saves = countSaves();
    const editor = await review();
    equal(editor.document.getText(), PROPOSED);
    await editor.edit((edit) => edit.insert(START, '// ü\n'));
    await until(saves, (count) => count > 0);
    equal(open.files.text(editor.document.uri), `// ü\n${PROPOSED}`);
    equal(editor.document.getText(), `// ü\n${PROPOSED}`);
  });

  it('is on the disk while it is open, without the API key, and gone when it is discarded', async () => {
    const { history, conversations } = await access();
    // Of no other test, where the user may have allowed that it is sent.
    const key = crypto.randomUUID();
    await setBaseUrl(testService.baseUrl);
    await storeKey(key);
    const editor = await review(`const key = '${key}';`);
    const name = `${conversations.current.conversation.id}~review-${editor.document.uri.query}`;
    const onDisk = async (): Promise<string> =>
      new TextDecoder().decode(await (await history.files()).readState(name));
    await editor.edit((edit) => edit.insert(START, '// typed\n'));
    const text = await until(onDisk, (all) => all.includes('// typed') && all.includes('const key = '));
    equal(text.includes(key), false);
    await open.reviews.discard();
    await until(onDisk, (all) => all === '');
  });

  it('is restored from the disk, but closes when it is not there, as after it was discarded', async () => {
    const left = await files.write('review/restored.ts', BEFORE);
    const right = await storedReviewOf(left);
    let shownCount = 0;
    registrations.push(
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        shownCount += opened.filter(({ input }) => input instanceof vscode.TabInputTextDiff).length;
      }),
    );
    await vscode.commands.executeCommand('vscode.diff', left, right);
    equal((await vscode.workspace.openTextDocument(right)).getText(), PROPOSED);
    await vscode.commands.executeCommand('assistant.discardReview', right);
    await until(reviewTabs, ({ length }) => length === 0);
    await vscode.commands.executeCommand('vscode.diff', left, right);
    await until(
      () => shownCount === 2 && reviewTabs().length,
      (count) => count === 0,
    );
  });

  it('keeps its tab while it can not be read, says so once, and shows it when it can be read', async () => {
    const left = await files.write('review/unread.ts', BEFORE);
    const right = await storedReviewOf(left);
    const disk = await (await access()).history.files();
    const { readState } = disk;
    let failures = 0;
    disk.readState = async (name) => {
      if (!name.endsWith(right.query)) {
        return readState(name);
      }
      failures++;
      throw new Error('EIO: i/o error');
    };
    registrations.push(
      new vscode.Disposable(() => {
        disk.readState = readState;
      }),
    );
    dialogs.hear('showWarningMessage');
    await vscode.commands.executeCommand('vscode.diff', left, right);
    const before = await until(
      () => failures,
      (count) => count > 0,
    );
    await until(
      () => failures,
      (count) => count > before + 1,
    );
    equal([reviewTabs().length, dialogs.said.length], [1, 1]);
    ok(dialogs.said[0]?.includes('restored.ts'), 'The file was not named');
    const isSaved = vscode.workspace.fs.writeFile(right, new Uint8Array()).then(
      () => true,
      () => false,
    );
    equal(await isSaved, false);
    disk.readState = readState;
    const { document: proposal } = await shownProposal();
    equal([proposal.getText(), reviewTabs().length, dialogs.said.length], [PROPOSED, 1, 1]);
    await vscode.commands.executeCommand('assistant.acceptReview', right);
    equal((await vscode.workspace.openTextDocument(left)).getText(), PROPOSED);
  });

  it('waits for its document if that can not be read', async () => {
    const folder = new StubFolder();
    registrations.push(folder);
    const left = folder.write('away.ts', BEFORE);
    const right = await storedReviewOf(left);
    const fails = (): never => {
      throw vscode.FileSystemError.Unavailable('EIO: i/o error');
    };
    Object.assign(folder, { stat: fails, readFile: fails });
    dialogs.hear('showWarningMessage');
    await vscode.commands.executeCommand('vscode.diff', await files.write('review/any.ts', BEFORE), right);
    await until(
      () => dialogs.said.length,
      (count) => count > 0,
    );
    Object.assign(folder, { stat: StubFolder.prototype.stat, readFile: StubFolder.prototype.readFile });
    equal((await shownProposal()).document.getText(), PROPOSED);
  });

  it('keeps its tab and its file if that is damaged, and says so', async () => {
    const left = await files.write('review/damaged.ts', BEFORE);
    const right = await storedReviewOf(left);
    const name = `c~review-${right.query}`;
    const disk = await (await access()).history.files();
    const damaged = new TextEncoder().encode('{"at": 1, "ur');
    await disk.writeState(name, damaged);
    dialogs.hear('showWarningMessage');
    await vscode.commands.executeCommand('vscode.diff', left, right);
    await until(
      () => dialogs.said.length,
      (count) => count > 0,
    );
    ok(dialogs.said[0]?.includes('damaged'), 'It did not say what it is');
    // Another one that isn't there has all tabs looked at.
    const missing = right.with({ query: crypto.randomUUID() });
    await vscode.commands.executeCommand('vscode.diff', left, missing, 'missing', { preview: false });
    await until(
      () => reviewTabs().map((tab) => proposalUriOf(tab)?.query),
      (queries) => queries.length === 1 && queries[0] === right.query,
    );
    equal(dialogs.said.length, 1);
    await vscode.window.tabGroups.close(reviewTabs());
    equal(await disk.readState(name), damaged);
  });

  it('closes what is not on the disk while the document of another review does not answer', async () => {
    const answers = Promise.withResolvers<string>();
    registrations.push(
      vscode.workspace.registerTextDocumentContentProvider('unanswered', {
        provideTextDocumentContent: () => answers.promise,
      }),
      new vscode.Disposable(() => answers.resolve(BEFORE)),
    );
    const left = await files.write('review/left.ts', BEFORE);
    const waiting = await storedReviewOf(vscode.Uri.parse('unanswered:/waiting.ts'));
    const missing = waiting.with({ query: crypto.randomUUID() });
    const opened: string[] = [];
    registrations.push(
      vscode.window.tabGroups.onDidChangeTabs((changes) => {
        opened.push(...changes.opened.map(({ label }) => label));
      }),
    );
    const showing = [waiting, missing].map((right) =>
      vscode.commands.executeCommand('vscode.diff', left, right, right.query, { preview: false }),
    );
    const labels = await until(
      () => reviewTabs().map(({ label }) => label),
      (shown) => opened.includes(missing.query) && !shown.includes(missing.query),
    );
    equal(labels, [waiting.query]);
    answers.resolve(BEFORE);
    await Promise.all(showing);
  });

  it('is not a second copy of the file to language servers', async () => {
    const { scheme } = workspaceRoot();
    registrations.push(
      vscode.languages.registerHoverProvider(
        { scheme, language: 'typescript' },
        { provideHover: () => new vscode.Hover('server') },
      ),
    );
    const { document: proposal } = await review();
    const hovers = async (uri: vscode.Uri): Promise<number> =>
      (await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, START))
        .length;
    equal(proposal.languageId, 'typescript');
    equal([await hovers(document.uri), await hovers(proposal.uri)], [1, 0]);
  });
});
