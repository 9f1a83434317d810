import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

describe('the file in front', () => {
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

  it('does not go along unless that is switched on', async () => {
    await open('front/a.txt', 'a');
    equal(found.attachments.currentFile, { name: 'a.txt', path: 'front/a.txt', isOn: false });
    // Whatever reads the file in front would have read it by then.
    await found.attachments.addFiles([await files.write('front/b.txt', 'b')]);
    equal(attached(), ['front/b.txt']);
  });

  it('goes along as long as it is on, and follows the editor', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile?.attachmentId, found.composer.attachments[0]?.id);
    await open('front/b.txt', 'b');
    await untilAttached('front/b.txt');
    await found.attachments.toggleCurrentFile();
    equal(attached(), []);
  });

  it('goes along as soon as its toggle says so, while it is still being read', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    const atOnce = new Promise<string[]>((resolve) => {
      const listener = found.attachments.onCurrentFileChanged(() => {
        if (found.attachments.currentFile?.path === 'front/b.txt') {
          listener.dispose();
          resolve(attached());
        }
      });
    });
    await vscode.window.showTextDocument(await files.write('front/b.txt', 'b'));
    equal(await atOnce, []);
    await found.attachments.whenCurrentFileRead();
    equal(attached(), ['front/b.txt']);
  });

  it('goes along with the next question too, once the first is sent', async () => {
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

  it('is not there twice where it was attached by itself', async () => {
    await open('front/a.txt', 'a');
    await found.attachments.toggleCurrentFile();
    await untilAttached('front/a.txt');
    await vscode.commands.executeCommand('assistant.addFileToChat');
    await untilAttached('front/a.txt');
    equal(found.attachments.currentFile?.attachmentId, undefined);
    await open('front/b.txt', 'b');
    await untilAttached('front/a.txt', 'front/b.txt');
  });

  it('says why it does not go along where it has no text', async () => {
    await open('front/empty.txt', '');
    await found.attachments.toggleCurrentFile();
    await until(
      () => found.attachments.currentFile?.error,
      (problem) => problem === 'front/empty.txt is empty.',
    );
  });
});
