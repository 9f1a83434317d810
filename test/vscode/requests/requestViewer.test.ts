import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { closeEditors, connect, removeKey, replyText, sendQuestion, setBaseUrl } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { questionTexts, testService } from '../testService.ts';
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

/** Runs a command and returns the new document that it shows. */
async function showWith(command: string, ...args: unknown[]): Promise<vscode.TextDocument> {
  const previous = vscode.window.activeTextEditor?.document.uri.toString();
  await vscode.commands.executeCommand(`assistant.${command}`, ...args);
  const document = await until(
    () => vscode.window.activeTextEditor?.document,
    (shown) => shown?.uri.scheme === 'assistant-request' && shown.uri.toString() !== previous,
  );
  ok(document, 'No document was shown');
  return document;
}

/** Sends the composer's content as the panel does. */
async function send({ composer, pipeline }: TestAccess): Promise<void> {
  const { draft, attachments } = composer;
  equal(await sendQuestion(pipeline, { text: draft, attachments }), undefined);
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

  it('shows the exact bytes of the next request before it is sent, and of the sent one afterwards', async () => {
    const services = await connect();
    const { composer } = services,
      { current: session } = services.conversations;
    // U+2028 is hidden.
    dialogs.hear('showWarningMessage', 'Send Anyway');
    for (const question of ['What is “µ”?\r\n\tAnd \u2028?', 'And then?']) {
      composer.draft = question;
      composer.attach(ATTACHED);
      const before = await showWith('showRequest');
      equal([before.languageId, before.isUntitled, before.isDirty], ['json', false, false]);
      const shown = before.getText();
      await send(services);
      await replyText(services);
      equal(shown, (await questionTexts())[0]);
      const sent = await showWith('showSentRequest');
      equal([sent.uri.scheme, sent.getText()], ['assistant-request', shown]);
      ok(!shown.includes(testService.keys.active), 'The API key is shown');
    }
    const [first] = session.conversation.turns.filter(({ kind }) => kind === 'assistant');
    const again = await showWith('showSentRequest', { turnId: first?.id });
    equal(again.getText(), (await questionTexts())[1]);
  });

  it('re-reads live attachments and doesn’t cover the current file', async () => {
    const services = await connect();
    const { composer, attachments } = services;
    const uri = await files.write('asked/notes.txt', 'before');
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    equal(
      await (await attachments.reader()).addFiles(
        [vscode.Uri.joinPath(workspaceRoot(), 'asked')],
        composer.owner,
      ),
      undefined,
    );
    await attachments.toggleCurrentFile();
    try {
      await until(
        () => composer.attachments.length,
        (length) => length === 2,
      );
      await files.write('asked/second.txt', 'x');
      composer.draft = 'What is there?';
      const shown = (await showWith('showRequest')).getText();
      ok(shown.includes('notes.txt\\nsecond.txt'), `Shown: ${shown}`);
      await send(services);
      await replyText(services);
      equal(shown, (await questionTexts())[0]);
      const again = await showWith('showSentRequest');
      equal([again.getText(), vscode.window.activeTextEditor?.viewColumn], [shown, 2]);
      equal(composer.attachments.length, 1);
    } finally {
      await attachments.toggleCurrentFile();
    }
  });

  it('says that the user will be asked about secrets before sending', async () => {
    const services = await connect();
    dialogs.hear('showInformationMessage');
    services.composer.draft = `Is ghp_${'a1B2'.repeat(9)} a key?`;
    ok((await showWith('showRequest')).getText().includes('ghp_'), 'The question is shown redacted');
    await until(
      () => dialogs.said,
      ({ length }) => length === 1,
    );
    ok(dialogs.said[0]?.includes('secrets'), `Said: ${dialogs.said}`);
    services.composer.draft = '';
  });

  it('shows the last of several requests for a reply, and says if it can’t be shown as it was sent', async () => {
    const services = await connect();
    await setMaxTokens(25);
    services.composer.draft = 'Tell me all of it.';
    await send(services);
    await replyText(services);
    await vscode.commands.executeCommand('assistant.continueReply');
    await replyText(services);
    equal((await showWith('showSentRequest')).getText(), (await questionTexts())[0]);
    services.composer.draft = 'And then?';
    await send(services);
    await replyText(services);
    const { current } = services.conversations;
    current.remove(current.conversation.turns[0]?.id ?? '');
    dialogs.hear('showInformationMessage');
    await vscode.commands.executeCommand('assistant.showSentRequest');
    ok(dialogs.said[0]?.includes('the conversation has changed since'), `Said: ${dialogs.said}`);
  });

  it('reports that nothing would be sent, or that no request is recorded', async () => {
    const services = await connect();
    dialogs.hear('showInformationMessage');
    await vscode.commands.executeCommand('assistant.showRequest');
    await vscode.commands.executeCommand('assistant.showSentRequest', { turnId: 'nowhere' });
    equal(dialogs.said, ['Enter a question first.', 'There is no reply yet.']);
    services.composer.draft = 'Why?';
    await send(services);
    await replyText(services);
    const shown = await showWith('showRequest');
    equal(JSON.parse(shown.getText()).messages.length, 2);
    ok(dialogs.said[2]?.startsWith('The chat input is empty'), `Said: ${dialogs.said}`);
    const turns = services.conversations.current.conversation.turns.map((turn) => {
      const { requests: _, ...known } = { requests: undefined, ...turn };
      return known;
    });
    services.conversations.createAndShow({ turns });
    await vscode.commands.executeCommand('assistant.showSentRequest');
    ok(dialogs.said[3]?.startsWith('No request is recorded'), `Said: ${dialogs.said}`);
  });
});
