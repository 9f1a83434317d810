import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('Current file', () => {
  let found: TestAccess;

  beforeEach(async () => {
    found = await connect();
  });

  afterEach(async () => {
    if (found.attachments.currentFile?.isOn) {
      await found.attachments.toggleCurrentFile();
    }
    await closeEditors();
    await files.remove();
    await removeKey();
    await setBaseUrl(undefined);
  });

  async function open(path: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(await files.write(path, text));
    await until(
      () => found.attachments.currentFile?.path,
      (shown) => shown === path,
    );
  }

  function attached(): string[] {
    return found.composer.attachments.map(({ path }) => path);
  }

  async function untilAttached(...paths: string[]): Promise<void> {
    await until(attached, (now) => now.join() === paths.join());
  }

  it('is not attached unless its toggle is on', async () => {
    await open('front/a.txt', 'a');
    equal(found.attachments.currentFile, { name: 'a.txt', path: 'front/a.txt', isOn: false });
    // By then, the current file would have been read as well.
    await found.attachments.addFiles([await files.write('front/b.txt', 'b')]);
    equal(attached(), ['front/b.txt']);
  });

  it('is attached while its toggle is on, and follows the active editor', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile?.attachmentId, found.composer.attachments[0]?.id);
    await open('front/b.txt', 'b');
    await untilAttached('front/b.txt');
    await found.attachments.toggleCurrentFile();
    equal(attached(), []);
  });

  it('is shown by its toggle before it is read, and attached when whenCurrentFileRead resolves', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    const attachedWhenShown = new Promise<string[]>((resolve) => {
      const listener = found.attachments.onCurrentFileChanged(() => {
        if (found.attachments.currentFile?.path === 'front/b.txt') {
          listener.dispose();
          resolve(attached());
        }
      });
    });
    await vscode.window.showTextDocument(await files.write('front/b.txt', 'b'));
    equal(await attachedWhenShown, []);
    await found.attachments.whenCurrentFileRead();
    equal(attached(), ['front/b.txt']);
  });

  it('is attached to the next question too after one is sent', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    const { composer } = found;
    const [first] = composer.attachments;
    equal(await found.pipeline.send({ text: 'Why?', attachments: composer.attachments }), undefined);
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
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    await vscode.commands.executeCommand('assistant.addFileToChat');
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile?.attachmentId, undefined);
    await open('front/b.txt', 'b');
    await untilAttached('front/a.txt', 'front/b.txt');
  });

  it('shows an error message if the file has no text', async () => {
    await open('front/empty.txt', '');
    await found.attachments.toggleCurrentFile();
    await until(
      () => found.attachments.currentFile?.error,
      (error) => error === 'front/empty.txt is empty.',
    );
  });
});
