import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, until } from '../assert.ts';
import {
  closeChatTabs,
  closeEditors,
  connect,
  removeKey,
  replyText,
  sendQuestion,
} from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('Current file', () => {
  let found: TestAccess;
  let isOn = false;

  beforeEach(async () => {
    found = await connect();
  });

  afterEach(async () => {
    if (isOn) {
      await toggle();
    }
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  async function toggle(): Promise<void> {
    await found.attachments.toggleCurrentFile();
    isOn = !isOn;
  }

  /** Opens a file and waits until the chips show it, as the current file or as what is offered. */
  async function open(path: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(await files.write(path, text));
    await until(
      () => [found.attachments.currentFile, found.attachments.offer],
      (shown) => shown.some((one) => one?.path === path),
    );
  }

  /** What is sent if the panel shows the chips with these ids. */
  async function sent(...ids: string[]): Promise<unknown> {
    const shown = await found.attachments.findShown(ids);
    return Array.isArray(shown) ? shown.map(({ path, text, id }) => [path, text, ids.includes(id)]) : shown;
  }

  function attached(): string[] {
    return found.composer.attachments.map(({ path }) => path);
  }

  async function untilAttached(...paths: string[]): Promise<void> {
    await until(attached, (now) => now.join() === paths.join());
  }

  it('is not attached unless its toggle is on', async () => {
    await open('front/a.txt', 'a');
    equal([found.attachments.currentFile, found.attachments.offer?.path], [undefined, 'front/a.txt']);
    // By then, the current file would have been read as well.
    const other = await files.write('front/b.txt', 'b');
    await (await found.attachments.reader()).addFiles([other], found.composer.owner);
    equal(attached(), ['front/b.txt']);
  });

  it('is attached while its toggle is on, and follows the active editor', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile?.attachmentId, found.composer.attachments[0]?.id);
    await open('front/b.txt', 'b');
    await untilAttached('front/b.txt');
    await toggle();
    equal(attached(), []);
  });

  /** Makes a file the current one, and returns the id that the panel shows for it before it is read. */
  async function idBeforeRead(path: string, text: string): Promise<string> {
    const shown = new Promise<string>((resolve) => {
      const listener = found.attachments.onCurrentFileChanged(() => {
        const { currentFile } = found.attachments;
        if (currentFile?.path === path && currentFile.attachmentId !== undefined) {
          listener.dispose();
          equal(attached(), []);
          resolve(currentFile.attachmentId);
        }
      });
    });
    await vscode.window.showTextDocument(await files.write(path, text));
    return shown;
  }

  it('is sent as shown, even before it is read or after another file has become the current one', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    const first = found.attachments.currentFile?.attachmentId ?? '';
    const second = await idBeforeRead('front/b.txt', 'b');
    equal(await sent(second), [['front/b.txt', 'b', true]]);
    equal(attached(), ['front/b.txt']);
    equal(await sent(first), [['front/a.txt', 'a', true]]);
    equal(await sent(), []);
    equal(attached(), ['front/b.txt']);
  });

  it('is not sent if it can’t be read or its toggle was turned off, and the question is not either', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    const first = found.attachments.currentFile?.attachmentId ?? '';
    const empty = await idBeforeRead('front/empty.txt', '');
    equal(await sent(empty), { error: 'front/empty.txt is empty. Nothing was sent.' });
    await toggle();
    equal(await sent(first), undefined);
  });

  it('stays attached while the chat in an editor tab hides it', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    await vscode.commands.executeCommand('assistant.openChatInEditor');
    try {
      await until(
        () => vscode.window.visibleTextEditors.length,
        (length) => length === 0,
      );
      await untilAttached('front/a.txt');
      equal(found.attachments.currentFile?.path, 'front/a.txt');
    } finally {
      await closeChatTabs();
    }
  });

  it('is attached to the next question too after one is sent', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    const { composer } = found;
    const [first] = composer.attachments;
    equal(await sendQuestion(found.pipeline, { text: 'Why?', attachments: composer.attachments }), undefined);
    composer.removeSent('', first === undefined ? [] : [first.id]);
    await replyText(found);
    await untilAttached('front/a.txt');
    const [turn] = found.conversations.current.conversation.turns;
    equal(turn?.kind === 'user' && turn.attachments.map((one) => Object.keys(one)), [
      ['id', 'kind', 'path', 'languageId', 'text'],
    ]);
  });

  it('is not attached twice if it was attached separately', async () => {
    await open('front/a.txt', 'a');
    await toggle();
    await untilAttached('front/a.txt');
    await vscode.commands.executeCommand('assistant.addFileToChat');
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile, undefined);
    await open('front/b.txt', 'b');
    await untilAttached('front/a.txt', 'front/b.txt');
  });

  it('shows an error message if the file has no text', async () => {
    await open('front/empty.txt', '');
    await toggle();
    await until(
      () => found.attachments.currentFile?.error,
      (error) => error === 'front/empty.txt is empty.',
    );
  });
});
