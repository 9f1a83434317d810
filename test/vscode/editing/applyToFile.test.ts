import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import type { AssistantTurn, Turn } from '../../../src/core/conversation/conversation.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { viewOf } from '../../../src/vscode/editing/blockFiles.ts';
import { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import { ReplyFilePosts } from '../../../src/vscode/editing/replyFilePosts.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, isWebWorker, setSetting } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { notApplied } from './notApplied.ts';
import { reviewTabs, shownProposal, TestReviews } from './openReview.ts';

const UNITS = 'export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n';
const NEW_TWO = 'export function two() {\n  return 22;\n}';
const UNSEEN = 'The question had nothing of this file, so the code may not fit it.';

interface ReplyOptions {
  id?: string;
  attachments?: readonly Attachment[];
  status?: AssistantTurn['status'];
}

const files = new WorkspaceFiles();

function contains(text: string | undefined, part: string): void {
  ok(text?.includes(part), `${text}`);
}

describe('code for the file that its block names', () => {
  let anchors: Anchors;
  let targetEditor: TargetEditor;
  let reviews: TestReviews;
  let turns: Turn[];
  let replies: ReplyActions;
  let current: object;

  beforeEach(async () => {
    anchors = new Anchors();
    targetEditor = new TargetEditor();
    reviews = await TestReviews.create();
    turns = [];
    current = {
      get conversation() {
        return { id: 'conversation', turns };
      },
      findReply: (id: string) => turns.find((turn) => turn.id === id),
    };
    replies = new ReplyActions({
      conversations: { current: current as unknown as ChatSession },
      targetEditor,
      anchors: lazy(async () => anchors),
      executions: { lastIn: () => undefined },
      ...notApplied({ reviews: reviews.reviews, targetEditor }),
    });
  });
  afterEach(async () => {
    await reviews.close();
    replies.dispose();
    anchors.dispose();
    targetEditor.dispose();
    await setSetting('files.readonlyInclude', undefined);
    await closeEditors();
    await files.remove();
  });

  function replyWith(
    text: string,
    { id = 'reply', attachments = [], status = 'finished' }: ReplyOptions = {},
  ): void {
    turns = [
      ...turns,
      { kind: 'user', id: `of ${id}`, text: 'Why?', attachments, createdAt: 0 } as unknown as Turn,
      { kind: 'assistant', id, model: 'm', text, status, startedAt: 0 } as AssistantTurn,
    ];
  }

  /** Attaches the first function of a new file. */
  async function askAbout(path: string): Promise<ComposerAttachment> {
    const uri = await files.write(path, UNITS);
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    editor.selection = new vscode.Selection(0, 0, 2, 1);
    const asked = captureSelection(editor, path);
    ok(asked, 'Nothing is selected');
    anchors.track([asked]);
    return asked;
  }

  function block(code: string, info: string): string {
    return `\`\`\`${info}\n${code}\n\`\`\`\n`;
  }

  async function apply(turnId = 'reply', blockIndex = 0): Promise<string | undefined> {
    return said(await replies.runCodeBlockAction({ turnId, blockIndex, action: 'applyToFile' }));
  }

  async function views(turnId = 'reply'): Promise<unknown[]> {
    return (await replies.files.placesOfBlocks(turnId)).map((place) => {
      const { blockIndex: _, ...view } = viewOf(place);
      return view;
    });
  }

  async function textOf(uri: vscode.Uri): Promise<string> {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  }

  async function onDisk(uri: vscode.Uri): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  it('says where each name leads, and chooses between no two', async () => {
    await files.write('named/only.ts', UNITS);
    await files.write('named/a/index.ts', UNITS);
    await files.write('named/b/index.ts', UNITS);
    const infos = ['named/only.ts', 'only.ts', 'index.ts', 'named/new/thing.ts'];
    const outside = ['../named/only.ts', '/etc/hosts.ts', 'C:/units.ts', 'named/only.ts/thing.ts'];
    replyWith([...infos, ...outside].map((info) => block('x', `ts title="${info}"`)).join('\n'));
    equal(await views(), [
      { path: 'named/only.ts', leadsTo: 'file', isOwn: true },
      { path: 'named/only.ts', leadsTo: 'file', isOwn: true },
      { path: 'index.ts', leadsTo: 'file', isChoice: true, isOwn: true },
      { path: 'named/new/thing.ts', leadsTo: 'newFile', isOwn: true },
      ...outside.map((path) => ({ path, leadsTo: 'nowhere', isOwn: true })),
    ]);
  });

  it('opens a review, which says that nothing of the file was sent, and is written when that is accepted', async () => {
    const uri = await files.write('named/units.ts', UNITS);
    replyWith(block(NEW_TWO, 'ts title="named/units.ts"'));
    contains(await apply(), UNSEEN);
    const proposal = await shownProposal();
    equal(proposal.document.getText(), UNITS.replace('2;', '22;'));
    equal(await textOf(uri), UNITS);
    equal(await reviews.reviews.accept(), undefined);
    equal(await textOf(uri), UNITS.replace('2;', '22;'));
    equal(await onDisk(uri), UNITS);
  });

  it('is not said to be for an unknown file if that was attached', async () => {
    await files.write('named/units.ts', UNITS);
    const attachment = {
      id: 'a',
      kind: 'file',
      path: 'named/units.ts',
      languageId: 'typescript',
      text: UNITS,
    };
    replyWith(block(NEW_TWO, 'ts'), { attachments: [attachment as Attachment] });
    equal(await views(), [{ path: 'named/units.ts', leadsTo: 'file' }]);
    equal((await apply())?.includes(UNSEEN), false);
    equal((await shownProposal()).document.getText(), UNITS.replace('2;', '22;'));
  });

  it('stays for the lines asked about if it names their file, and for another file if it names that', async () => {
    const asked = await askAbout('named/units.ts');
    await files.write('named/other.ts', UNITS);
    replyWith(
      [
        block('x', 'ts title="named/units.ts"'),
        block('x', 'ts title="named/other.ts"'),
        'In `named/other.ts`, as said above:\n\n',
        block('x', 'ts'),
        '**named/other.ts**\n\n',
        block('x', 'ts'),
      ].join('\n'),
      { attachments: [asked] },
    );
    equal(await views(), [
      { path: 'named/units.ts', leadsTo: 'file', isOwn: true, isAskedAbout: true },
      { path: 'named/other.ts', leadsTo: 'file', isOwn: true },
      { path: 'named/other.ts', leadsTo: 'file' },
    ]);
    const actions = await Promise.all(
      [0, 1, 2, 3].map((blockIndex) => replies.mainAction({ turnId: 'reply', blockIndex })),
    );
    equal(actions, ['replaceAskedAbout', 'applyToFile', 'replaceAskedAbout', 'replaceAskedAbout']);
  });

  it('is for the file with exactly its name, not for one in another folder that was asked about, unless the user says so', async () => {
    const asked = await askAbout('named/exact-name.ts');
    await files.write('exact-name.ts', UNITS);
    const names = ['exact-name.ts', 'fresh-name.ts', 'packages/b/named/exact-name.ts'];
    replyWith(names.map((name) => block('x', `ts title="${name}"`)).join('\n'), { attachments: [asked] });
    equal(await views(), [
      { path: 'exact-name.ts', leadsTo: 'file', isChoice: true, isOwn: true },
      // Beside the file that was asked about, or at the root.
      { path: 'fresh-name.ts', leadsTo: 'newFile', isChoice: true, isOwn: true },
      { path: 'packages/b/named/exact-name.ts', leadsTo: 'newFile', isOwn: true },
    ]);
  });

  it('takes the place of the selection in that file, if several were asked about', async () => {
    const [one, two] = [await askAbout('named/one.ts'), await askAbout('named/two.ts')];
    replyWith(block('export function one() {\n  return 11;\n}', 'ts title="named/two.ts"'), {
      attachments: [one, two],
    });
    equal(await views(), [{ path: 'named/two.ts', leadsTo: 'file', isOwn: true, isAskedAbout: true }]);
    equal(
      said(await replies.runCodeBlockAction({ turnId: 'reply', blockIndex: 0, action: 'replaceAskedAbout' })),
      undefined,
    );
    const { document } = vscode.window.activeTextEditor ?? {};
    equal(document?.uri.path.endsWith('named/two.ts'), true);
    equal(document?.getText(), UNITS.replace('1;', '11;'));
  });

  it('is said anew to be for a file that the user has made meanwhile', async () => {
    const posted: unknown[] = [];
    const posts = new ReplyFilePosts({
      conversations: { current: current as unknown as ChatSession },
      files: async () => replies.files,
      ui: {
        post: (message) => void posted.push(message),
        postTo: (_, message) => void posted.push(message),
      },
    });
    await files.write('named/units.ts', UNITS);
    replyWith(block('x', 'ts title="named/later.ts"'));
    await posts.post('reply', {} as never);
    const later = vscode.Uri.joinPath(workspaceRoot(), 'named/later.ts').with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(later);
    await vscode.window.showTextDocument(document);
    await document.save();
    await until(
      () => posted.length,
      (length) => length === 2,
    );
    posts.dispose();
    equal(
      posted.map((message) => JSON.stringify(message).includes('"leadsTo":"file"')),
      [false, true],
    );
  });

  it('is refused while it is being written, and reviewed as incomplete if the reply was cut off', async () => {
    await files.write('named/units.ts', UNITS);
    const open = `\`\`\`ts title="named/units.ts"\n${NEW_TWO}`;
    replyWith(open, { status: 'streaming' });
    equal(await apply(), 'This code block is still being written.');
    replyWith(open, { id: 'cut', status: 'truncated' as never });
    contains(await apply('cut'), 'The reply is incomplete.');
    equal(reviewTabs().length, 1);
  });

  it('without a certain place in the file is refused, and said to be there already if it is', async () => {
    await files.write('named/units.ts', UNITS);
    replyWith(block('two() + one();', 'ts title="named/units.ts"'));
    contains(await apply(), 'no certain place in named/units.ts');
    replyWith(block(UNITS.split('\n').slice(4, 7).join('\n'), 'ts title="named/units.ts"'), { id: 'same' });
    equal(await apply('same'), 'named/units.ts already contains this code.');
    equal(reviewTabs().length, 0);
  });

  it('keeps unsaved changes, Windows line ends, and what is changed on disk while the review is open', async () => {
    const crlf = UNITS.replaceAll('\n', '\r\n');
    const uri = await files.write('named/windows.ts', crlf);
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '// mine\n');
    await vscode.workspace.applyEdit(edit);
    replyWith(block(NEW_TWO, 'ts title="named/windows.ts"'));
    await apply();
    await shownProposal();
    equal(await reviews.reviews.accept(), undefined);
    equal(document.getText(), `// mine\r\n${crlf.replace('2;', '22;')}`);
    await document.save();
    replyWith(block(NEW_TWO.replace('22', '222'), 'ts title="named/windows.ts"'), { id: 'again' });
    await apply('again');
    await shownProposal();
    await files.write('named/windows.ts', `// theirs\r\n${crlf.replace('2;', '22;')}`);
    await until(
      () => document.getText(),
      (text) => text.startsWith('// theirs'),
    );
    contains(said(await reviews.reviews.accept()), 'has changed');
    equal(document.getText().includes('222'), false);
    equal(await reviews.reviews.accept(), undefined);
    equal(document.getText(), `// theirs\r\n${crlf.replace('2;', '222;')}`);
    await document.save();
  });

  it('is not reviewed for a file that is read-only', async () => {
    await files.write('named/fixed.ts', UNITS);
    replyWith(block(NEW_TWO, 'ts title="named/fixed.ts"'));
    await setSetting('files.readonlyInclude', { '**/fixed.ts': true });
    equal([await apply(), reviewTabs().length], ['This editor is read-only.', 0]);
  });

  it('keeps the encoding of the file', async () => {
    const utf16 = (text: string) =>
      new Uint8Array(Uint16Array.from(`\ufeff${text}`, (one) => one.charCodeAt(0)).buffer);
    const uri = await files.write('named/wide.ts', utf16(UNITS));
    replyWith(block(NEW_TWO, 'ts title="named/wide.ts"'));
    await apply();
    equal(await reviews.reviews.accept(), undefined);
    ok(await (await vscode.workspace.openTextDocument(uri)).save(), 'It was not saved');
    equal([...(await vscode.workspace.fs.readFile(uri))], [...utf16(UNITS.replace('2;', '22;'))]);
  });

  it('is for a file that searches exclude only by its whole path', async () => {
    await files.write('named/node_modules/left-out.ts', UNITS);
    const names = ['named/node_modules/left-out.ts', 'left-out.ts'];
    replyWith(names.map((name) => block(NEW_TWO, `ts title="${name}"`)).join('\n'));
    equal(await views(), [
      { path: names[0], leadsTo: 'file', isOwn: true },
      { path: names[1], leadsTo: 'newFile', isOwn: true },
    ]);
  });

  it('of a second reply has a review of its own, and the one accepted last has both changes', async () => {
    const uri = await files.write('named/units.ts', UNITS);
    replyWith(block(NEW_TWO, 'ts title="named/units.ts"'));
    replyWith(block('export function one() {\n  return 11;\n}', 'ts title="named/units.ts"'), {
      id: 'second',
    });
    await apply();
    await apply('second');
    equal(reviewTabs().length, 2);
    equal(await reviews.reviews.accept(), undefined);
    await until(reviewTabs, ({ length }) => length === 1);
    const [tab] = reviewTabs();
    ok(tab?.input instanceof vscode.TabInputTextDiff, 'The first review has gone');
    const { modified } = tab.input;
    contains(said(await reviews.reviews.accept(modified)), 'has changed');
    equal(await reviews.reviews.accept(modified), undefined);
    equal(await textOf(uri), UNITS.replace('1;', '11;').replace('2;', '22;'));
  });

  it('of a file that can run code is reviewed as such, also if the file is new', async () => {
    await files.write('.vscode/named.json', '{\n  "one": 1\n}\n');
    replyWith(block('{\n  "one": 11\n}', 'json title=".vscode/named.json"'));
    contains(await apply(), 'This file can run code');
    replyWith(block('{}', 'json title=".vscode/tasks.json"'), { id: 'new' });
    contains(await apply('new'), 'This file can run code');
  });

  it('for several files is for the one that the user chooses', async () => {
    await files.write('named/a/index.ts', UNITS);
    const uri = await files.write('named/b/index.ts', UNITS);
    replyWith(block(NEW_TWO, 'ts title="index.ts"'));
    const dialogs = new StubDialogs();
    try {
      dialogs.answer('showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
        items.find(({ label }) => label === 'named/b/index.ts'),
      );
      await apply();
      await shownProposal();
      equal(await reviews.reviews.accept(), undefined);
    } finally {
      dialogs.restore();
    }
    equal(await textOf(uri), UNITS.replace('2;', '22;'));
  });

  it('for a new file is in an editor with its path, and nowhere on disk until it is saved', async () => {
    const uri = vscode.Uri.joinPath(workspaceRoot(), 'named/new/thing.ts');
    await files.write('named/units.ts', UNITS);
    replyWith(block(`// named/new/thing.ts\n${NEW_TWO}`, 'ts'));
    equal(await views(), [{ path: 'named/new/thing.ts', leadsTo: 'newFile', isOwn: true }]);
    equal(await apply(), undefined);
    const document = vscode.window.activeTextEditor?.document;
    equal(document?.uri.toString(), uri.with({ scheme: 'untitled' }).toString());
    equal(document?.getText().trimEnd(), NEW_TWO);
    equal(document?.languageId, 'typescript');
    equal(await views(), [{ path: 'named/new/thing.ts', leadsTo: 'newFile', isOwn: true }]);
    ok(await document?.save(), 'It was not saved');
    equal((await onDisk(uri)).trimEnd(), NEW_TWO);
    equal(await views(), [{ path: 'named/new/thing.ts', leadsTo: 'file', isOwn: true }]);
  });

  (isWebWorker ? it.skip : it)('is for no file behind a link out of the workspace', async () => {
    const { mkdtempSync, rmSync, symlinkSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const outside = mkdtempSync(`${process.getBuiltinModule('node:os').tmpdir()}/named-`);
    try {
      writeFileSync(`${outside}/secret.ts`, UNITS);
      const inside = await files.write('named/units.ts', UNITS);
      symlinkSync(`${outside}/secret.ts`, vscode.Uri.joinPath(inside, '../secret.ts').fsPath);
      symlinkSync(outside, vscode.Uri.joinPath(inside, '../folder').fsPath);
      const names = ['named/secret.ts', 'named/folder/secret.ts', 'named/folder/new.ts'];
      replyWith(names.map((name) => block(NEW_TWO, `ts title="${name}"`)).join('\n'));
      equal(
        await views(),
        names.map((path) => ({ path, leadsTo: 'nowhere', isOwn: true })),
      );
      equal(await apply(), 'named/secret.ts leads to no file that can be changed in this workspace.');
      equal(await replies.mainAction({ turnId: 'reply', blockIndex: 0 }), 'applyToFile');
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});
