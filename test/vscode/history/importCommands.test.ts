import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { StubFolder } from '../stubFolder.ts';

describe('conversations in files', () => {
  let found: TestAccess;
  let folder: StubFolder;
  let dialogs: StubDialogs;

  beforeEach(async () => {
    found = await connect();
    folder = new StubFolder();
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    dialogs.hear('showWarningMessage');
    equal(await sendQuestion(found.pipeline, { text: 'Why is this slow?', attachments: [] }), undefined);
    await replyText(found);
    await found.conversations.flush();
  });

  afterEach(async () => {
    dialogs.restore();
    folder.dispose();
    await closeEditors();
    await removeKey();
  });

  /** Imports the files. Returns the messages shown. */
  async function importFiles(...files: readonly vscode.Uri[]): Promise<string> {
    dialogs.said.length = 0;
    dialogs.answer('showOpenDialog', () => files);
    await vscode.commands.executeCommand('assistant.importConversations');
    return dialogs.said.join('\n');
  }

  async function exportAll(label: string): Promise<void> {
    dialogs.answer('showQuickPick', (kinds: readonly vscode.QuickPickItem[]) =>
      kinds.find((kind) => kind.label === label),
    );
    dialogs.answer('showOpenDialog', () => [folder.uri]);
    dialogs.answer('showSaveDialog', () => folder.file('all.json'));
    await vscode.commands.executeCommand('assistant.exportAllConversations');
  }

  it('are exported to one Markdown file each, which a second export overwrites', async () => {
    await exportAll('Markdown');
    const { names } = folder;
    const own = names.filter((name) => /-Why-is-this-slow-[0-9a-f]{8}\.md$/.test(name));
    ok(own.length > 0, `No file among ${names}`);
    equal(dialogs.said, [`${names.length} conversations were exported to folder.`]);
    await exportAll('Markdown');
    equal(folder.names, names);
  });

  it('are imported from JSON: existing ones are skipped, and edited ones become copies', async () => {
    await exportAll('JSON');
    const { id } = found.conversations.current.conversation;
    const file = folder.file('all.json');
    const all: { conversations: { id: string; turns: { text: string }[] }[] } = JSON.parse(
      folder.text('all.json'),
    );
    equal(await importFiles(file), `${all.conversations.length} already here.`);
    const own = all.conversations.filter((conversation) => conversation.id === id);
    ok(own[0]?.turns[0], 'The conversation is not there');
    own[0].turns[0].text = 'An edited question';
    const edited = folder.write('edited.json', JSON.stringify({ ...all, conversations: own }));
    equal(await importFiles(edited), '1 imported as a copy because it differs.');
    const copy = (await found.history.list()).find(({ title }) => title === 'An edited question');
    ok(copy !== undefined && copy.id !== id, 'There is no copy');
    equal(found.conversations.current.conversation.turns[0]?.text, 'Why is this slow?');
    equal(await importFiles(edited), '1 already here.');
  });

  function writeFile(name: string, question: string): vscode.Uri {
    const turn = { kind: 'user', id: crypto.randomUUID(), text: question, attachments: [], at: Date.now() };
    const conversations = [{ id: crypto.randomUUID(), turns: [turn] }];
    return folder.write(
      name,
      JSON.stringify({ format: 'assistant-chat-conversations', version: 1, conversations }),
    );
  }

  it("are reported one by one if they can't be read", async () => {
    const good = writeFile('good.json', 'Is it?');
    const bad = folder.write('bad.json', '{');
    const newer = folder.write('newer.json', '{"format":"assistant-chat-conversations","version":2}');
    const said = await importFiles(good, bad, newer, folder.file('gone.json'));
    ok(
      said.startsWith('1 imported, 3 could not be read: bad.json: The file is not JSON, or it is damaged.'),
      `Said: ${said}`,
    );
    dialogs.hear('showInformationMessage', 'Show Details');
    await importFiles(bad, newer, good);
    const shown = await until(
      () => vscode.window.activeTextEditor?.document.getText() ?? '',
      (text) => text !== '',
    );
    equal(shown.split('\n').slice(0, 2), [
      'bad.json: The file is not JSON, or it is damaged.',
      'newer.json: The file was saved by a newer version of this extension. Update the extension to import it.',
    ]);
  });

  it('are shown at once if they are open in this window', async () => {
    await exportAll('JSON');
    const { current } = found.conversations;
    const { id, turns } = current.conversation;
    const question = { ...turns[0], id: 'imported', text: 'What is new?', at: Date.now() };
    const conversations = [{ id, turns: [...turns, question] }];
    const file = { format: 'assistant-chat-conversations', version: 1, conversations };
    equal(await importFiles(folder.write('more.json', JSON.stringify(file))), '1 merged.');
    await until(
      () => current.conversation.turns.map(({ text }) => text),
      (texts) => texts.length === 3 && texts[2] === 'What is new?',
    );
    equal(found.conversations.current, current);
  });

  it('are not read if the file is too large, which the message says', async () => {
    const file = writeFile('large.json', 'Is it?');
    const stat = folder.stat.bind(folder);
    let reads = 0;
    Object.assign(folder, {
      stat: (uri: vscode.Uri) => ({ ...stat(uri), size: 256 * 1024 * 1024 + 1 }),
      readFile: () => reads++,
    });
    const said = 'large.json: The file is larger than 256 MB.';
    equal([await importFiles(file), reads], [`1 could not be read: ${said}`, 0]);
  });

  it('are imported until the user cancels, which the message says', async () => {
    const cancel = dialogs.cancelProgress();
    const read = folder.readFile.bind(folder);
    const files = [writeFile('one.json', 'Is it?'), writeFile('two.json', 'Is it?')];
    Object.assign(folder, {
      readFile: (file: vscode.Uri) => {
        if (file.path.endsWith('/two.json')) {
          cancel();
        }
        return read(file);
      },
    });
    equal(await importFiles(...files), 'The import was canceled. 1 imported.');
    equal(await importFiles(...files.slice(1)), 'The import was canceled. Nothing was imported.');
  });

  it('are shown when the user clicks Open', async () => {
    const question = `Is it ${Date.now()} now?`;
    dialogs.hear('showInformationMessage', 'Open');
    await importFiles(writeFile('one.json', question));
    await until(
      () => found.conversations.current.conversation.turns[0]?.text,
      (text) => text === question,
    );
  });

  it('are in a folder that a command opens, in files that another command opens', async () => {
    await vscode.commands.executeCommand('assistant.openHistoryFolder');
    ok(/^Conversations are stored in .*history.v1$/.test(dialogs.said.at(-1) ?? ''), `Said: ${dialogs.said}`);
    dialogs.answer('showQuickPick', (names: readonly string[]) => names[0]);
    await vscode.commands.executeCommand('assistant.openConversationFile', {
      conversationId: found.conversations.current.conversation.id,
    });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    ok(text.includes('"type":"begin"'), `Shown: ${text}`);
    await vscode.commands.executeCommand('assistant.openConversationFile', {
      conversationId: '../../secret',
    });
    equal(dialogs.said.at(-1), 'This conversation has no file.');
  });
});
