import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { testService } from '../testService.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const ATTACHED = {
  id: 'attached',
  kind: 'selection',
  path: 'src/µ.ts',
  languageId: 'typescript',
  startLine: 3,
  endLine: 4,
  text: 'const µs = "\u2028\ud83e\udded";\r\n```\n',
} as const;

/** The bodies that the service got, character by character, the last one first. */
async function bodies(): Promise<(string | undefined)[]> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: { text?: string; path: string }[] };
  return requests
    .filter(({ path }) => path.endsWith('/chat'))
    .map(({ text }) => text)
    .reverse();
}

/** The document that a command shows, which is another one than before. */
async function shownBy(command: string, ...more: unknown[]): Promise<vscode.TextDocument> {
  const before = vscode.window.activeTextEditor?.document.uri.toString();
  await vscode.commands.executeCommand(`assistant.${command}`, ...more);
  const document = await until(
    () => vscode.window.activeTextEditor?.document,
    (shown) => shown?.uri.scheme === 'assistant-request' && shown.uri.toString() !== before,
  );
  ok(document, 'Nothing is shown');
  return document;
}

/** Sends the composer as the panel does. */
async function send({ composer, pipeline }: TestAccess): Promise<void> {
  const { draft, attachments } = composer;
  equal(await pipeline.send({ text: draft, attachments }), undefined);
  composer.removeSent(
    draft,
    attachments.map(({ id }) => id),
  );
}

async function setMaxTokens(maxTokens: number | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('assistant')
    .update('maxTokens', maxTokens, vscode.ConfigurationTarget.Global);
}

const files = new WorkspaceFiles();

describe('Show Request', () => {
  const dialogs = new StubDialogs();

  afterEach(async () => {
    dialogs.restore();
    dialogs.said.length = 0;
    await closeEditors();
    await files.remove();
    await setMaxTokens(undefined);
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('shows before sending what the service gets then, byte by byte, and after it what it got', async () => {
    const found = await connect();
    const { composer } = found,
      { current: session } = found.conversations;
    for (const question of ['What is “µ”?\r\n\tAnd \u2028?', 'And then?']) {
      composer.draft = question;
      composer.attach(ATTACHED);
      const before = await shownBy('showRequest');
      equal([before.languageId, before.isUntitled, before.isDirty], ['json', false, false]);
      const shown = before.getText();
      await send(found);
      await replyText(found);
      equal(shown, (await bodies())[0]);
      const sent = await shownBy('showSentRequest');
      equal([sent.uri.scheme, sent.getText()], ['assistant-request', shown]);
      ok(!shown.includes(testService.keys.active), 'The key is in what is shown');
    }
    const [first] = session.conversation.turns.filter(({ kind }) => kind === 'assistant');
    const again = await shownBy('showSentRequest', { turnId: first?.id });
    equal(again.getText(), (await bodies())[1]);
  });

  it('has what goes along as it is at that moment, and leaves the file in front where it is', async () => {
    const found = await connect();
    const { composer, attachments } = found;
    const uri = await files.write('asked/notes.txt', 'before');
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    equal(await attachments.addFiles([vscode.Uri.joinPath(workspaceRoot(), 'asked')]), undefined);
    await attachments.toggleCurrentFile();
    try {
      await until(
        () => composer.attachments.length,
        (length) => length === 2,
      );
      await files.write('asked/second.txt', 'x');
      composer.draft = 'What is there?';
      const shown = (await shownBy('showRequest')).getText();
      ok(shown.includes('notes.txt\\nsecond.txt'), `Shown: ${shown}`);
      await send(found);
      await replyText(found);
      equal(shown, (await bodies())[0]);
      const again = await shownBy('showSentRequest');
      equal([again.getText(), vscode.window.activeTextEditor?.viewColumn], [shown, 2]);
      equal(composer.attachments.length, 1);
    } finally {
      await attachments.toggleCurrentFile();
    }
  });

  it('says that secrets in it are asked about before it is sent', async () => {
    const found = await connect();
    dialogs.hear('showInformationMessage');
    found.composer.draft = `Is ghp_${'a1B2'.repeat(9)} a key?`;
    ok((await shownBy('showRequest')).getText().includes('ghp_'), 'The question is not shown as it is');
    await until(
      () => dialogs.said,
      ({ length }) => length === 1,
    );
    ok(dialogs.said[0]?.includes('secrets'), `Said: ${dialogs.said}`);
    found.composer.draft = '';
  });

  it('shows what was sent for a reply after the turns before it were deleted, also from the history', async () => {
    const found = await connect();
    const { composer, conversations, history } = found;
    for (const draft of ['One?', 'Two?']) {
      composer.draft = draft;
      await send(found);
      await replyText(found);
    }
    const [sent] = await bodies();
    const { id, turns } = conversations.current.conversation;
    conversations.current.remove(turns[0]?.id ?? '');
    equal((await shownBy('showSentRequest')).getText(), sent);
    await conversations.flush();
    const stored = await history.open(id);
    equal([stored?.turns.length, stored?.removed?.length], [2, 2]);
  });

  it('lets choose where several requests left for one reply', async () => {
    const found = await connect();
    await setMaxTokens(25);
    found.composer.draft = 'Tell me all of it.';
    await send(found);
    await replyText(found);
    await vscode.commands.executeCommand('assistant.continueReply');
    await replyText(found);
    const offered: string[] = [];
    for (const index of [0, 1]) {
      dialogs.answer('showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
        offered.push(`${items.length} ${items[index]?.detail}`);
        return items[index];
      });
      equal((await shownBy('showSentRequest')).getText(), (await bodies())[1 - index]);
    }
    ok(/^2 streaming/.test(offered[0] ?? ''), `Offered: ${offered}`);
    ok(/^2 for the rest of the reply, streaming/.test(offered[1] ?? ''), `Offered: ${offered}`);
  });

  it('says so where nothing would be sent, and where it is not known what was', async () => {
    const found = await connect();
    dialogs.hear('showInformationMessage');
    await vscode.commands.executeCommand('assistant.showRequest');
    await vscode.commands.executeCommand('assistant.showSentRequest', { turnId: 'nowhere' });
    equal(dialogs.said, ['Enter a question first.', 'There is no reply yet.']);
    found.composer.draft = 'Why?';
    await send(found);
    await replyText(found);
    const shown = await shownBy('showRequest');
    equal(JSON.parse(shown.getText()).messages.length, 2);
    ok(dialogs.said[2]?.startsWith('The chat input is empty'), `Said: ${dialogs.said}`);
    const turns = found.conversations.current.conversation.turns.map((turn) => {
      const { requests: _, ...known } = { requests: undefined, ...turn };
      return known;
    });
    found.conversations.createAndShow({ turns });
    await vscode.commands.executeCommand('assistant.showSentRequest');
    ok(dialogs.said[3]?.startsWith('No request is recorded'), `Said: ${dialogs.said}`);
  });
});
