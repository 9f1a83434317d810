import * as vscode from 'vscode';
import { type ConversationAction, type ConversationRow, LONGEST_TITLE } from '../../protocol/historyViews.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { Chat } from '../asking/chat.ts';
import type { Problem } from '../problem.ts';
import { say } from '../say.ts';
import type { ConversationActions } from './conversationActions.ts';
import { conversationIn } from './conversationIn.ts';
import type { HistoryScreen } from './historyScreen.ts';

export interface ConversationCommandDependencies {
  chat: Chat;
  screen: HistoryScreen;
  actions: ConversationActions;
  /** Shows the place that was used last, and tells its page. */
  reveal(then?: ToPanel): Promise<void>;
  openTab(): Promise<void>;
}

/**
 * What is done with whole conversations. Those with an argument take what the menu of a row hands over,
 * `{ conversationId }`; without it, the conversation in the chat is meant.
 */
export interface ConversationCommands {
  showConversations(): Promise<void>;
  showTrash(): Promise<void>;
  backToChat(): Promise<void>;
  renameConversation(argument?: unknown): Promise<void>;
  /** Pins the conversation in the chat, or no longer. */
  togglePinned(): Promise<void>;
  pinConversation(argument?: unknown): Promise<void>;
  unpinConversation(argument?: unknown): Promise<void>;
  duplicateConversation(argument?: unknown): Promise<void>;
  deleteConversation(argument?: unknown): Promise<void>;
  restoreConversation(argument?: unknown): Promise<void>;
  openConversationInEditor(argument?: unknown): Promise<void>;
  deleteAllConversations(): Promise<void>;
}

export function conversationCommands({
  chat,
  screen,
  actions,
  reveal,
  openTab,
}: ConversationCommandDependencies): ConversationCommands {
  const carryOut = async (argument: unknown, action: ConversationAction): Promise<Problem> => {
    const conversationId = conversationIn(argument) ?? chat.session.conversation.id;
    return screen.carryOut({ type: 'conversationAction', requestId: 0, conversationId, action });
  };
  const command =
    (action: ConversationAction) =>
    async (argument?: unknown): Promise<void> =>
      say(await carryOut(argument, action));
  return {
    showConversations: () => reveal({ type: 'showHistory', trash: false }),
    showTrash: () => reveal({ type: 'showHistory', trash: true }),
    backToChat: () => reveal(),
    renameConversation: async (argument) => {
      const conversationId = conversationIn(argument);
      if (conversationId === undefined) {
        say(await renameShown(chat, screen));
      } else {
        await reveal({ type: 'editTitle', conversationId });
      }
    },
    togglePinned: async () => {
      const row = await shownRow(chat, screen);
      say(await carryOut(undefined, row?.pinned === true ? 'unpin' : 'pin'));
    },
    pinConversation: command('pin'),
    unpinConversation: command('unpin'),
    duplicateConversation: async (argument) => {
      const problem = await carryOut(argument, 'duplicate');
      say(problem);
      if (problem === undefined) {
        await reveal();
      }
    },
    deleteConversation: command('delete'),
    restoreConversation: command('restore'),
    openConversationInEditor: async (argument) => {
      const problem = conversationIn(argument) === undefined ? undefined : await carryOut(argument, 'open');
      say(problem);
      if (problem === undefined) {
        await openTab();
      }
    },
    deleteAllConversations: async () => say(await deleteAll(screen, actions)),
  };
}

async function shownRow(chat: Chat, screen: HistoryScreen): Promise<ConversationRow | undefined> {
  const { id } = chat.session.conversation;
  return (await screen.rows()).find((row) => row.id === id);
}

async function renameShown(chat: Chat, screen: HistoryScreen): Promise<Problem> {
  const row = await shownRow(chat, screen);
  if (row === undefined) {
    return vscode.l10n.t('The conversation is empty.');
  }
  const title = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Conversation'),
    prompt: vscode.l10n.t('Empty it for the title that the first question makes.'),
    value: row.title,
    validateInput: (written) =>
      written.trim().length > LONGEST_TITLE
        ? vscode.l10n.t('No longer than {0} characters.', LONGEST_TITLE)
        : undefined,
  });
  return title === undefined || title === row.title
    ? undefined
    : screen.carryOut({
        type: 'renameConversation',
        requestId: 0,
        conversationId: row.id,
        title: title.trim(),
      });
}

/** Asked once. They go into the trash as a single one does, and come back from there. */
async function deleteAll(screen: HistoryScreen, actions: ConversationActions): Promise<Problem> {
  const rows = (await screen.rows()).filter(({ daysLeft, isNewer }) => daysLeft === undefined && !isNewer);
  if (rows.length === 0) {
    return vscode.l10n.t('There are no conversations.');
  }
  const label = vscode.l10n.t('Delete All');
  const chosen = await vscode.window.showWarningMessage(
    rows.length === 1
      ? vscode.l10n.t('Delete the only conversation?')
      : vscode.l10n.t('Delete all {0} conversations, those of other workspaces included?', rows.length),
    { modal: true, detail: vscode.l10n.t('They stay in the trash for 30 days.') },
    label,
  );
  if (chosen === label) {
    actions.deleteAll(rows.map(({ id }) => id));
  }
  return undefined;
}
