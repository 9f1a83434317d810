import type { Conversations } from '../../core/asking/conversations.ts';
import { type ConversationAction, type ConversationRow, MAX_TITLE_CHARS } from '../../protocol/history.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { askInDialog, showInputBox, t } from '../vscodeUi.ts';
import type { ConversationActions } from './conversationActions.ts';
import { conversationIdOf } from './conversationIdOf.ts';
import type { HistoryList } from './historyList.ts';

interface ConversationCommandsDeps {
  conversations: Pick<Conversations, 'current'>;
  list: HistoryList;
  actions: ConversationActions;
  ui: Pick<ChatUi, 'reveal' | 'tab'>;
}

/**
 * Commands for conversations. They take the argument of a row's context menu, `{ conversationId }`; without it, they
 * apply to the current conversation.
 */
export function conversationCommands({ conversations, list, actions, ui }: ConversationCommandsDeps) {
  const runAction = async (argument: unknown, action: ConversationAction): Promise<ErrorMessage> => {
    const conversationId = conversationIdOf(argument) ?? conversations.current.conversation.id;
    return list.run({ type: 'conversationAction', requestId: 0, conversationId, action });
  };
  const command =
    (action: ConversationAction) =>
    async (argument?: unknown): Promise<void> =>
      showMessage(await runAction(argument, action));
  return {
    showConversations: () => ui.reveal({ type: 'showHistory', trash: false }),
    showTrash: () => ui.reveal({ type: 'showHistory', trash: true }),
    backToChat: () => ui.reveal(),
    renameConversation: async (argument?: unknown) => {
      const conversationId = conversationIdOf(argument);
      if (conversationId === undefined) {
        showMessage(await renameCurrent(conversations, list));
      } else {
        await ui.reveal({ type: 'editTitle', conversationId });
      }
    },
    /** Pins or unpins the current conversation. */
    togglePinned: async () => {
      const row = await currentRow(conversations, list);
      showMessage(await runAction(undefined, row?.pinned === true ? 'unpin' : 'pin'));
    },
    pinConversation: command('pin'),
    unpinConversation: command('unpin'),
    duplicateConversation: async (argument?: unknown) => {
      const errorMessage = await runAction(argument, 'duplicate');
      showMessage(errorMessage);
      if (errorMessage === undefined) {
        await ui.reveal();
      }
    },
    deleteConversation: command('delete'),
    restoreConversation: command('restore'),
    openConversationInEditor: async (argument?: unknown) => {
      const errorMessage =
        conversationIdOf(argument) === undefined ? undefined : await runAction(argument, 'open');
      showMessage(errorMessage);
      if (errorMessage === undefined) {
        await ui.tab.open();
      }
    },
    deleteAllConversations: async () => showMessage(await deleteAll(list, actions)),
  };
}

async function currentRow(
  conversations: Pick<Conversations, 'current'>,
  list: HistoryList,
): Promise<ConversationRow | undefined> {
  const { id } = conversations.current.conversation;
  return (await list.rows()).find((row) => row.id === id);
}

async function renameCurrent(
  conversations: Pick<Conversations, 'current'>,
  list: HistoryList,
): Promise<ErrorMessage> {
  const row = await currentRow(conversations, list);
  if (row === undefined) {
    return t('The conversation is empty.');
  }
  const title = await showInputBox({
    title: t('Rename Conversation'),
    prompt: t('Leave empty to use a title from the first question.'),
    value: row.title,
    validateInput: (written) =>
      written.trim().length > MAX_TITLE_CHARS
        ? t('The title can have at most {0} characters.', MAX_TITLE_CHARS)
        : undefined,
  });
  return title === undefined || title === row.title
    ? undefined
    : list.run({
        type: 'renameConversation',
        requestId: 0,
        conversationId: row.id,
        title: title.trim(),
      });
}

/** Asks for confirmation once. The conversations can be restored from the trash. */
async function deleteAll(list: HistoryList, actions: ConversationActions): Promise<ErrorMessage> {
  const rows = (await list.rows()).filter(({ daysLeft, isNewer }) => daysLeft === undefined && !isNewer);
  if (rows.length === 0) {
    return t('There are no conversations.');
  }
  const label = t('Delete All');
  const chosen = await askInDialog(
    rows.length === 1
      ? t('Delete the only conversation?')
      : t('Delete all {0} conversations, including those of other workspaces?', rows.length),
    t('You can restore them from the trash for 30 days.'),
    label,
  );
  if (chosen === label) {
    actions.deleteAll(rows.map(({ id }) => id));
  }
  return undefined;
}
