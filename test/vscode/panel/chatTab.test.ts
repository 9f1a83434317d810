import * as vscode from 'vscode';
import { equal, until } from '../assert.ts';
import {
  chatTabs,
  closeChatTabs,
  closeEditors,
  connect,
  editorOn,
  removeKey,
  replyText,
  sendQuestion,
} from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';

const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(command);

async function waitForTabs(count: number): Promise<void> {
  await until(chatTabs, ({ length }) => length === count);
}

describe('chat in an editor tab', () => {
  afterEach(async () => {
    await closeChatTabs();
    await closeEditors();
    await removeKey();
  });

  it('opens only one tab, and opens again after it was closed', async () => {
    await connect();
    await run('assistant.openChatInEditor');
    await waitForTabs(1);
    await editorOn('const a = 1;\n', [0, 0, 0, 0]);
    await run('assistant.openChatInEditor');
    await until(
      () => chatTabs().map(({ isActive }) => isActive),
      ([isActive]) => isActive === true,
    );
    equal(chatTabs().length, 1);
    equal(chatTabs()[0]?.label, 'Chat');
    await closeChatTabs();
    await run('assistant.openChatInEditor');
    await waitForTabs(1);
  });

  it('is not waited for, and nothing else is moved, if it is closed before it can move to a window', async () => {
    const { document } = await editorOn('const a = 1;\n', [0, 0, 0, 0]);
    const opening = run('assistant.openChatInNewWindow');
    await waitForTabs(1);
    await closeChatTabs();
    await opening;
    // VS Code tells of the active editor a moment after its tab.
    await until(
      () => vscode.window.activeTextEditor?.document === document,
      (isActive) => isActive,
    );
    equal(vscode.window.tabGroups.all.length, 1);
  });

  it('has the title of the conversation: after its first question, a rename, and in another conversation', async () => {
    const services = await connect();
    const { conversations } = services;
    const labelBecomes = (label: string): Promise<unknown> =>
      until(
        () => chatTabs()[0]?.label,
        (current) => current === label,
      );
    await run('assistant.openChatInEditor');
    await waitForTabs(1);
    const dialogs = new StubDialogs();
    dialogs.hear('showWarningMessage', 'Send Anyway');
    equal(
      await sendQuestion(services.pipeline, { text: 'Why\u202e not?\nPlease.', attachments: [] }),
      undefined,
    );
    dialogs.restore();
    await labelBecomes('Why not?');
    await replyText(services);
    const { id } = conversations.current.conversation;
    await conversations.rename(id, 'A title\nthat is much longer than there is room for on a tab');
    await labelBecomes('A title that is much longer than there i…');
    await closeChatTabs();
    await run('assistant.openChatInEditor');
    await waitForTabs(1);
    await labelBecomes('A title that is much longer than there i…');
    await run('assistant.newChat');
    await labelBecomes('Chat');
    await conversations.show(id);
    await labelBecomes('A title that is much longer than there i…');
    conversations.remove(id);
    await labelBecomes('Chat');
  });

  it('can be closed while a reply is running, with the view open or not, and the reply continues', async () => {
    const services = await connect();
    for (const first of ['assistant.openChat', 'workbench.action.closeSidebar']) {
      await run(first);
      await run('assistant.openChatInEditor');
      await waitForTabs(1);
      equal(
        await sendQuestion(services.pipeline, { text: 'Write.\n\n!long 3000', attachments: [] }),
        undefined,
      );
      await until(
        () => services.conversations.current.lastReply?.text ?? '',
        (text) => text.length > 100,
      );
      await closeChatTabs();
      await replyText(services);
      equal(services.conversations.current.lastReply?.status, 'finished');
    }
  });

  it('keeps the editor beside it as the target of replies', async () => {
    const services = await connect();
    const { document } = await editorOn('', [0, 0, 0, 0]);
    equal(await sendQuestion(services.pipeline, { text: 'Why?', attachments: [] }), undefined);
    const reply = await replyText(services);
    await run('workbench.action.newGroupRight');
    await run('assistant.openChatInEditor');
    await waitForTabs(1);
    await run('assistant.insertReply');
    equal(document.getText(), reply);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  });
});
