import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import type { CodeBlockAction } from '../../../src/protocol/toHost.ts';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import { Anchors } from '../../../src/vscode/editing/anchors.ts';
import type { Proposal } from '../../../src/vscode/editing/documentWriter.ts';
import { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { access, closeEditors, isWebWorker, setSetting, undoOnce } from '../extensionAccess.ts';
import { RefusingFileSystem } from '../refusingFileSystem.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';
import { notApplied } from './notApplied.ts';
import { openStubTerminal } from './stubTerminal.ts';

const files = new WorkspaceFiles();
const BEFORE = 'first();\nold();\n';

/** Each way from a reply into a document. */
const ACTIONS = ['insert', 'replace', 'replaceAskedAbout', 'insertReply'] as const;
type Action = (typeof ACTIONS)[number];

describe('writing into documents', () => {
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
    await closeEditors();
    await files.remove();
  });

  async function open(uri: vscode.Uri): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    return editor;
  }

  /** Runs an action on a reply that is about the selection of the editor. */
  async function run(
    action: Exclude<Action, 'insertReply'> | CodeBlockAction | 'insertReply',
    editor: vscode.TextEditor,
    code = 'changed();',
    info = 'ts',
  ): Promise<ActionResult> {
    const asked = captureSelection(editor, crypto.randomUUID());
    ok(asked, 'Nothing is selected');
    anchors.track([asked]);
    return runAbout([asked], action, code, info);
  }

  async function runAbout(
    attachments: readonly Attachment[],
    action: CodeBlockAction | 'insertReply',
    code = 'changed();',
    info = 'ts',
  ): Promise<ActionResult> {
    const text = action === 'insertReply' ? code : `\`\`\`${info}\n${code}\n\`\`\`\n`;
    const turns: Turn[] = [
      { kind: 'user', id: 'question', text: 'Why?', attachments, at: 0 },
      { kind: 'assistant', id: 'reply', model: 'm', text, status: 'finished', startedAt: 0 },
    ];
    const [, reply] = turns;
    const replies = new ReplyActions({
      conversations: {
        current: {
          conversation: { turns },
          findReply: () => reply,
          lastReply: reply,
        } as unknown as ChatSession,
      },
      targetEditor,
      anchors: lazy(async () => anchors),
      executions: { lastIn: () => undefined },
      ...notApplied({
        // Stands for the diff editor, which has tests of its own.
        reviews: {
          open: async (proposal) => {
            reviewed.push(proposal);
            return {};
          },
        },
        targetEditor,
      }),
    });
    try {
      return action === 'insertReply'
        ? await replies.insertLast()
        : await replies.runCodeBlockAction({ turnId: 'reply', blockIndex: 0, action });
    } finally {
      replies.dispose();
    }
  }

  /** Whether the action opened a review, and left the document alone, instead of changing it. */
  async function isReviewed(action: Action, uri: vscode.Uri): Promise<boolean> {
    const editor = await open(uri);
    const before = editor.document.getText();
    reviewed = [];
    const result = await run(action, editor);
    const isChanged = editor.document.getText() !== before;
    const [review] = reviewed;
    equal(isChanged, review === undefined, `${action} in ${uri.path}: ${JSON.stringify(result)}`);
    if (review === undefined) {
      equal(await undoOnce(editor.document), before, 'More than one undo step');
    } else {
      ok(review.lines.join().includes('changed();'), `Proposed: ${review.lines}`);
      ok(said(result)?.includes('Review opened'), JSON.stringify(result));
    }
    return review !== undefined;
  }

  for (const action of ACTIONS) {
    it(`reviews a protected file, and changes others at once: ${action}`, async () => {
      equal(await isReviewed(action, await files.write('writing/src/a.ts', BEFORE)), false);
      equal(await isReviewed(action, await files.write('writing/.husky/pre-commit', BEFORE)), true);
    });

    it(`asks about hidden characters, and changes nothing if the user cancels: ${action}`, async () => {
      const editor = await open(await files.write('writing/a.ts', BEFORE));
      const dialogs = new StubDialogs();
      try {
        dialogs.hear('showWarningMessage');
        equal(await run(action, editor, 'a\u202e();'), 'Nothing was inserted.');
        equal([editor.document.getText(), dialogs.said], [BEFORE, ['The text contains a hidden character.']]);
        dialogs.hear('showWarningMessage', 'Remove and Insert');
        await run(action, editor, 'changed\u202e();');
      } finally {
        dialogs.restore();
      }
      const now = reviewed[0]?.lines.join() ?? editor.document.getText();
      ok(now.includes('changed();'), now);
    });
  }

  it('writes and proposes nothing if the user typed while they were asked', async () => {
    const editor = await open(await files.write('writing/asked.ts', BEFORE));
    const dialogs = new StubDialogs();
    try {
      for (const action of ['insert', 'review'] as const) {
        dialogs.answer('showWarningMessage', async (...[, , remove]: unknown[]) => {
          await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
          return remove;
        });
        equal(
          await runAbout([], action, 'changed\u202e();'),
          'The document changed in the meantime. Nothing was changed. Try again.',
        );
      }
    } finally {
      dialogs.restore();
    }
    equal([editor.document.getText(), reviewed], [`typed\ntyped\n${BEFORE}`, []]);
  });

  it('asks about hidden characters before it opens a new file, or inserts into a terminal', async () => {
    const editor = await open(await files.write('writing/a.ts', BEFORE));
    const terminal = await openStubTerminal();
    const dialogs = new StubDialogs();
    try {
      dialogs.hear('showWarningMessage');
      equal(await run('newFile', editor, 'a\u202e'), 'Nothing was inserted.');
      equal(await run('run', editor, 'a\u202e', 'sh'), 'Nothing was inserted.');
      equal([dialogs.said.length, vscode.window.activeTextEditor === editor], [2, true]);
    } finally {
      dialogs.restore();
      await terminal.close();
    }
  });

  for (const action of ACTIONS) {
    it(`writes nothing into an editor that is read-only in this session: ${action}`, async () => {
      const editor = await open(await files.write(`writing/session-${action}.ts`, BEFORE));
      await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
      try {
        equal(await run(action, editor), 'This editor is read-only.');
        equal([editor.document.getText(), editor.document.isDirty], [BEFORE, false]);
      } finally {
        await vscode.commands.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
      }
    });
  }

  it('does not even try to write into a file that is read-only by a setting', async () => {
    const { document } = await open(await files.write('writing/fixed.ts', BEFORE));
    await setSetting('files.readonlyInclude', { '**/fixed.ts': true });
    try {
      equal([await runAbout([], 'insert'), document.version], ['This editor is read-only.', 1]);
    } finally {
      await setSetting('files.readonlyInclude', undefined);
    }
  });

  it('inserts into the proposal that has the keyboard, without another review', async () => {
    await open(await files.write('writing/a.ts', BEFORE));
    const { reviewFiles } = await access();
    const about = { uri: vscode.Uri.parse('file:///none'), base: [], source: undefined };
    const uri = reviewFiles.create('Makefile', BEFORE, about);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    await until(
      () => targetEditor.place,
      (place) => place !== undefined && 'document' in place && place.selections[0]?.end.character === 6,
    );
    equal(await runAbout([], 'replace'), undefined);
    equal([editor.document.getText(), reviewed.length], ['first();\nchanged();\n', 0]);
    reviewFiles.remove(uri);
  });

  it('reviews what is selected behind the chat, and shows nothing else for it, unless that has changed', async () => {
    const dialogs = new StubDialogs();
    const { document } = await open(await files.write('writing/behind.ts', BEFORE));
    const chat = vscode.window.createWebviewPanel('assistant-test', 'Chat', vscode.ViewColumn.Active);
    try {
      await until(
        () => targetEditor.place,
        (place) => place !== undefined && 'document' in place && !place.isVisible,
      );
      await runAbout([], 'review');
      equal(
        reviewed.map(({ lines }) => lines),
        [['first();', 'changed();', '']],
      );
      equal([document.getText(), chat.visible], [BEFORE, true]);
      dialogs.hear('showInformationMessage');
      await setSetting('files.readonlyInclude', { '**/behind.ts': true });
      const readOnly = await runAbout([], 'insert');
      // An editor that is shown hides what the chat says.
      equal([readOnly, dialogs.said.splice(0)], ['This editor is read-only.', [readOnly]]);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), 'typed\n');
      await vscode.workspace.applyEdit(edit);
      const refusal = 'behind.ts has changed behind another tab. Show it, and try again.';
      equal([await runAbout([], 'insert'), document.getText()], [refusal, `typed\n${BEFORE}`]);
      equal(dialogs.said, []);
    } finally {
      chat.dispose();
      dialogs.restore();
      await setSetting('files.readonlyInclude', undefined);
    }
  });

  it('takes no other document if the user was last in an editor that can’t be reached', async () => {
    const { document } = await open(await files.write('writing/a.ts', BEFORE));
    await vscode.commands.executeCommand('vscode.open', await files.write('writing/a.png', 'no image'));
    await until(
      () => targetEditor.place,
      (place) => place !== undefined && 'unreachable' in place,
    );
    for (const action of ['insert', 'replace', 'review', 'insertReply'] as const) {
      const error = await runAbout([], action);
      ok(error?.kind === 'error' && said(error)?.startsWith('You were last in a.png, '), `Said: ${error}`);
    }
    equal([document.getText(), reviewed.length], [BEFORE, 0]);
  });

  it('reviews a file behind a symbolic link that can’t be followed', async () => {
    const scheme = 'assistant-linked';
    class StubDisk extends RefusingFileSystem {
      override stat({ path }: vscode.Uri): vscode.FileStat {
        const { File, Directory, SymbolicLink } = vscode.FileType;
        const type = path.endsWith('.txt') ? File : path === '/docs' ? Directory | SymbolicLink : Directory;
        return { type, ctime: 0, mtime: 0, size: BEFORE.length };
      }
      override readFile(): Uint8Array {
        return new TextEncoder().encode(BEFORE);
      }
    }
    const registration = vscode.workspace.registerFileSystemProvider(scheme, new StubDisk());
    try {
      const at = (path: string) => vscode.Uri.from({ scheme, path });
      equal(await isReviewed('insertReply', at('/docs/notes.txt')), true);
      equal(await isReviewed('insertReply', at('/text/notes.txt')), false);
    } finally {
      await closeEditors();
      registration.dispose();
    }
  });

  if (!isWebWorker) {
    it('reviews a file that a symbolic link leads to, and an ordinary one behind a link not', async () => {
      const { symlink } = await import('node:fs/promises');
      await files.write('writing/.husky/pre-commit', BEFORE);
      await files.write('writing/src/a.txt', BEFORE);
      const link = async (target: string, name: string) => {
        const uri = vscode.Uri.joinPath(workspaceRoot(), 'writing', name);
        await symlink(target, uri.fsPath);
        return uri;
      };
      equal(await isReviewed('insertReply', await link('.husky/pre-commit', 'notes.txt')), true);
      const docs = await link('.husky', 'docs');
      equal(await isReviewed('insert', vscode.Uri.joinPath(docs, 'pre-commit')), true);
      equal(await isReviewed('insert', await link('src/a.txt', 'b.txt')), false);
    });

    it('looks at the name of a workspace folder that is a link, and of where it leads, and not at what is above', async () => {
      const { symlink } = await import('node:fs/promises');
      const { getWorkspaceFolder } = Object.getOwnPropertyDescriptors(vscode.workspace);
      const root = vscode.Uri.joinPath(workspaceRoot(), 'writing');
      await files.write('writing/.above/real/a.txt', BEFORE);
      await files.write('writing/.above/.husky/a.txt', BEFORE);
      try {
        for (const [target, expected] of [
          ['real', false],
          ['.husky', true],
        ] as const) {
          const uri = vscode.Uri.joinPath(root, `linked-${expected}`);
          await symlink(`.above/${target}`, uri.fsPath);
          Object.defineProperty(vscode.workspace, 'getWorkspaceFolder', {
            configurable: true,
            value: () => ({ uri, name: 'linked', index: 0 }),
          });
          equal(await isReviewed('insertReply', vscode.Uri.joinPath(uri, 'a.txt')), expected, target);
        }
      } finally {
        Object.defineProperty(vscode.workspace, 'getWorkspaceFolder', getWorkspaceFolder);
      }
    });
  }
});
