import * as vscode from 'vscode';
import { equal, ok, until } from './assert.ts';
import { connect, removeKey, replyText, sendQuestion } from './extensionAccess.ts';
import { StubDialogs } from './stubDialogs.ts';
import { countQuestions } from './testService.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Commands that send a question of the conversation again, as their click does. */
const SENDING_AGAIN = ['assistant.retry', 'assistant.continueReply'];

/** Runs a command and cancels every quick input that it opens. */
async function run(command: string, ...args: unknown[]): Promise<unknown> {
  let ended = false;
  const result = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => {
    ended = true;
  });
  const moment = () => new Promise((resolve) => setTimeout(resolve, 20));
  for (await Promise.race([result, moment()]); !ended; await Promise.race([result, moment()])) {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  }
  return result;
}

/** A command has opened another window, and some of the others open their editors there. */
async function closeTabsOfAllWindows(): Promise<void> {
  const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  for (const document of vscode.workspace.textDocuments) {
    // VS Code asks about an untitled document that has text.
    if (document.isUntitled && document.getText() !== '') {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, Number.MAX_SAFE_INTEGER, 0), '');
      await vscode.workspace.applyEdit(edit);
    }
  }
  await vscode.window.tabGroups.close(tabs());
  await until(tabs, ({ length }) => length === 0);
}

describe('commands', () => {
  let dialogs: StubDialogs;

  beforeEach(() => {
    dialogs = new StubDialogs();
    // No key closes a modal message, so it is stubbed.
    dialogs.hear('showWarningMessage');
  });

  afterEach(async () => {
    dialogs.restore();
    // Show Log focuses the output view, which would be the active editor of later suites.
    await until(
      async () => {
        await vscode.commands.executeCommand('workbench.action.closePanel');
        return vscode.window.activeTextEditor?.document.uri.scheme;
      },
      (scheme) => scheme !== 'output',
    );
    await closeTabsOfAllWindows();
    await removeKey();
  });

  it('return, send and remove nothing, whatever other extensions pass to them', async () => {
    const services = await connect();
    const { conversations, secrets, pipeline } = services;
    equal(await sendQuestion(pipeline, { text: 'First?', attachments: [] }), undefined);
    await replyText(services);
    const session = conversations.current;
    const { id, turns } = session.conversation;
    const state = async (): Promise<unknown> => [
      await secrets.get('assistant.apiKey'),
      await countQuestions(),
      session.conversation.turns,
      conversations.isPresent(session),
    ];
    const before = await state();
    // Twice each, since other suites expect that what some of them toggle is off.
    for (const command of commands()) {
      for (const argument of [
        { question: 'Send this.', conversationId: 7, turnId: [turns[0]?.id] },
        SENDING_AGAIN.includes(command)
          ? { turnId: '../../etc' }
          : { question: 'Send this.', conversationId: id, turnId: turns[0]?.id },
      ]) {
        equal(await run(command, argument, [argument]), undefined, command);
        await conversations.show(id);
      }
      equal(await state(), before, command);
    }
  });
});

/** All commands of the extension. */
function commands(): string[] {
  const extension = vscode.extensions.getExtension('assistant.assistant-chat');
  ok(extension, 'The extension is not installed');
  const { contributes } = extension.packageJSON as Manifest;
  const names = contributes.commands.map(({ command }) => command);
  ok(names.includes('assistant.connect'), 'The commands were not found');
  return names;
}
