import * as vscode from 'vscode';
import { equal, ok, until } from '../assert.ts';
import { connect, removeKey, sendQuestion, setSetting } from '../extensionAccess.ts';
import { shownParts } from '../shownParts.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { fault } from '../testService.ts';

describe('replies that nobody watches', () => {
  let dialogs: StubDialogs;

  beforeEach(async () => {
    dialogs = new StubDialogs();
    await setSetting('assistant.idleTimeout', 300);
  });

  afterEach(async () => {
    dialogs.restore();
    await setSetting('assistant.idleTimeout', undefined);
    await removeKey();
  });

  it('are counted on the view once they have ended, spin in the status bar while they run, and are opened from its menu', async () => {
    const pickers = dialogs.quickPicks();
    const { conversations, pipeline, unseenReplies, models } = await connect();
    const ask = async (text: string): Promise<typeof conversations.current> => {
      const session = conversations.current;
      equal(await sendQuestion(pipeline, { text, attachments: [] }), undefined);
      conversations.startNew();
      return session;
    };
    const isCount = (wanted: number) => (count: number) => count === wanted;
    await vscode.commands.executeCommand('assistant.openChat');
    const badge = (): number => shownParts.chatView?.badge?.value ?? 0;
    const statusBar = (): string => shownParts.statusBarItem?.text ?? '';
    // Other suites may have left some, and the current one is seen once the chat is shown.
    for (const { session } of unseenReplies.conversations) {
      conversations.remove(session.conversation.id);
    }
    await until(badge, isCount(0));

    // Pauses after the first words, longer than a slow machine needs for the rest.
    await fault('F49', { times: 1, parameter: 300_000 });
    const running = await ask('Slow?');
    // The fault is that of the request that arrives first.
    await until(
      () => running.lastReply?.text ?? '',
      (text) => text !== '',
    );
    const ended = await ask('Fast?');
    await until(badge, isCount(1));
    equal(ended.lastReply?.status, 'finished');

    const closed = vscode.commands.executeCommand('assistant.showStatus');
    const picker = await until(
      () => pickers.at(-1),
      (opened) => (opened?.activeItems.length ?? 0) > 0,
    );
    const rows = (picker?.items ?? []).map(({ label, description }) => `${label} ${description}`);
    equal(rows.slice(0, 2).sort(), ['Fast? Unread reply', 'Slow? A reply is being written']);
    for (let row = 0; picker?.items[row]?.label !== 'Fast?'; row++) {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    }
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await closed;
    ok(conversations.current === ended, 'Another conversation is shown');
    await until(badge, isCount(0));

    await until(statusBar, (text) => text === `$(loading~spin) ${models.current}`);
    running.stop();
    await until(statusBar, (text) => text === `$(comment-discussion) ${models.current}`);
    equal(badge(), 0);
  });
});
