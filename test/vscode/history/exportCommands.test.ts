import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { conversationsIn } from '../../support/exportedJson.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { StubFolder } from '../stubFolder.ts';
import { testService } from '../testService.ts';

describe('exporting a conversation', () => {
  let found: TestAccess;
  let folder: StubFolder;
  let dialogs: StubDialogs;

  beforeEach(async () => {
    found = await connect();
    folder = new StubFolder();
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    equal(await sendQuestion(found.pipeline, { text: 'Why is this slow?', attachments: [] }), undefined);
    await replyText(found);
  });

  afterEach(async () => {
    dialogs.restore();
    folder.dispose();
    await closeEditors();
    await removeKey();
  });

  function saveAs(name: string): string[] {
    const offered: string[] = [];
    dialogs.answer('showSaveDialog', ({ defaultUri }: vscode.SaveDialogOptions) => {
      offered.push(defaultUri?.path.split('/').at(-1) ?? '');
      return folder.file(name);
    });
    return offered;
  }

  it('writes the conversation as Markdown, with a file name from its date and title', async () => {
    const offered = saveAs('a.md');
    await vscode.commands.executeCommand('assistant.exportConversation');
    const reply = found.conversations.current.conversation.turns[1]?.text ?? '';
    const text = folder.text('a.md');
    ok(text.startsWith('# Why is this slow?\n\n## You · ') && text.includes(reply), `Written: ${text}`);
    ok(/^\d{4}-\d\d-\d\d-Why-is-this-slow\.md$/.test(offered[0] ?? ''), `Offered as ${offered}`);
    equal(dialogs.said, ['The conversation was exported to a.md.']);
  });

  it('writes JSON if the file name ends in .json, of the conversation in the argument, with the key masked', async () => {
    dialogs.hear('showWarningMessage', 'Send Anyway');
    equal(
      await sendQuestion(found.pipeline, { text: `Is ${testService.keys.active} a key?`, attachments: [] }),
      undefined,
    );
    await replyText(found);
    const { id } = found.conversations.current.conversation;
    await vscode.commands.executeCommand('assistant.newChat');
    saveAs('a.json');
    await vscode.commands.executeCommand('assistant.exportConversation', { conversationId: id });
    const [read] = await conversationsIn(folder.text('a.json'));
    ok(read !== undefined && 'conversation' in read, 'Not read');
    equal([read.conversation.id, read.conversation.turns[2]?.text], [id, 'Is ••• a key?']);
    ok(!folder.text('a.json').includes(testService.keys.active.slice(3)), 'The key is in the file');
  });

  it("writes conversations in memory if the disk can't be read", async () => {
    const own = { open: found.history.open, list: found.history.list };
    const fails = async (): Promise<never> => {
      throw new Error('the disk is gone');
    };
    Object.assign(found.history, { open: fails, list: fails });
    try {
      saveAs('a.md');
      await vscode.commands.executeCommand('assistant.exportConversation');
      ok(folder.text('a.md').includes('Why is this slow?'), 'Another text was written');
      dialogs.answer('showQuickPick', (kinds: readonly vscode.QuickPickItem[]) => kinds[1]);
      saveAs('all.json');
      await vscode.commands.executeCommand('assistant.exportAllConversations');
      ok(folder.text('all.json').includes('Why is this slow?'), 'The conversation is not among all');
      const said = dialogs.said.at(-1) ?? '';
      ok(said.startsWith('The stored conversations could not be read: the disk is gone '), `Said: ${said}`);
      await vscode.commands.executeCommand('assistant.exportConversation', {
        conversationId: 'another',
      });
      equal(dialogs.said.at(-1), 'The conversation could not be read: the disk is gone');
    } finally {
      Object.assign(found.history, own);
    }
  });

  it('reports that only part of a conversation could be read', async () => {
    const { history } = found;
    const open = history.open.bind(history);
    const damage = { badLines: 1, missingRecords: 1, turns: [] };
    Object.assign(history, {
      open: async (id: string) => {
        const stored = await open(id);
        return stored && { ...stored, damage };
      },
    });
    try {
      saveAs('a.md');
      await vscode.commands.executeCommand('assistant.exportConversation');
      equal(dialogs.said, ['The readable part of the conversation was exported to a.md.']);
    } finally {
      Object.assign(history, { open });
    }
  });

  it("opens the text in an editor and keeps the file that is there if it can't be written", async () => {
    folder.write('a.md', 'An older one');
    folder.isFull = true;
    saveAs('a.md');
    dialogs.hear('showErrorMessage', 'Open in Editor');
    await vscode.commands.executeCommand('assistant.exportConversation');
    await until(
      () => vscode.window.activeTextEditor?.document.getText() ?? '',
      (text) => text.startsWith('# Why is this slow?'),
    );
    ok(
      /^The file could not be written: .*No space left/.test(dialogs.said[0] ?? ''),
      `Said: ${dialogs.said}`,
    );
    equal([folder.names, folder.text('a.md')], [['a.md'], 'An older one']);
  });

  it('writes the file directly where no other file can be created, such as in a browser', async () => {
    const write = folder.writeFile.bind(folder);
    Object.assign(folder, {
      writeFile: (file: vscode.Uri, bytes: Uint8Array) => {
        if (!file.path.endsWith('/a.md')) {
          throw vscode.FileSystemError.NoPermissions(file);
        }
        write(file, bytes);
      },
    });
    saveAs('a.md');
    await vscode.commands.executeCommand('assistant.exportConversation');
    equal([folder.names, dialogs.said], [['a.md'], ['The conversation was exported to a.md.']]);
  });

  async function exportAll(format: 'Markdown' | 'JSON'): Promise<void> {
    dialogs.answer('showQuickPick', (kinds: readonly vscode.QuickPickItem[]) =>
      kinds.find(({ label }) => label === format),
    );
    dialogs.answer('showOpenDialog', () => [folder.uri]);
    saveAs('all.json');
    await vscode.commands.executeCommand('assistant.exportAllConversations');
  }

  it('of all, can be canceled while the disk does not answer, and then says what was written', async () => {
    const { history } = found;
    const { list, open } = history;
    const offered: string[][] = [];
    dialogs.answer('showInformationMessage', (...texts: string[]) => {
      offered.push(texts);
    });
    const cancel = dialogs.cancelProgress();
    const hang = (): Promise<never> => {
      cancel();
      return new Promise(() => undefined);
    };
    try {
      Object.assign(history, { list: hang });
      await exportAll('JSON');
      equal([folder.names, offered], [[], []]);
      Object.assign(history, { list: list.bind(history), open: hang });
      folder.write('all.json', 'An older one');
      await exportAll('JSON');
      equal([folder.names, folder.text('all.json')], [['all.json'], 'An older one']);
      await exportAll('Markdown');
      equal(offered, new Array(2).fill(['The export was canceled. Nothing was exported.']));
      Object.assign(history, { open: open.bind(history) });
      // At least two conversations.
      await vscode.commands.executeCommand('assistant.newChat');
      equal(await sendQuestion(found.pipeline, { text: 'And this?', attachments: [] }), undefined);
      await replyText(found);
      folder.onRenamed = cancel;
      await exportAll('Markdown');
      equal(folder.names.length, 2, `Written: ${folder.names}`);
      equal(offered.at(-1), ['The export was canceled. 1 conversation was exported to folder.', 'Open']);
    } finally {
      Object.assign(history, { list, open });
    }
  });

  it('of all, replaces no file if none could be read', async () => {
    const { history } = found;
    const { list, open } = history;
    const fails = async (): Promise<never> => {
      throw new Error('the disk is gone');
    };
    folder.write('all.json', 'An older one');
    await found.conversations.flush();
    await vscode.commands.executeCommand('assistant.newChat');
    const [row] = await list.call(history);
    Object.assign(history, { list: async () => row && [{ ...row, id: 'another' }], open: fails });
    Object.defineProperty(found.conversations, 'loaded', { configurable: true, get: () => [] });
    try {
      await exportAll('JSON');
      equal(dialogs.said, ['Nothing was exported. 1 could not be read.']);
      equal([folder.names, folder.text('all.json')], [['all.json'], 'An older one']);
    } finally {
      Reflect.deleteProperty(found.conversations, 'loaded');
      Object.assign(history, { list, open });
    }
  });

  it('does nothing if no file is chosen, and shows a message if there is nothing to export', async () => {
    dialogs.answer('showSaveDialog', () => undefined);
    await vscode.commands.executeCommand('assistant.exportConversation');
    equal([folder.names, dialogs.said], [[], []]);
    await vscode.commands.executeCommand('assistant.newChat');
    await vscode.commands.executeCommand('assistant.exportConversation');
    equal(dialogs.said, ['There is nothing in this conversation to export.']);
  });
});
