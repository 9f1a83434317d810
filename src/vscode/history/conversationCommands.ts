import type { Conversations } from '../../core/asking/conversations.ts';
import { type ConversationAction, type ConversationRow, MAX_TITLE_CHARS } from '../../protocol/history.ts';
import { type ErrorResult, failed, showMessage } from '../actionResult.ts';
import { withArgument } from '../commandRules.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { t } from '../uiText.ts';
import { confirmInDialog, showInputBox } from '../vscodeUi.ts';
import type { ConversationActions } from './conversationActions.ts';
import type { HistoryList } from './historyList.ts';

interface ConversationCommandsDeps {
  conversations: Pick<Conversations, 'current'>;
  list: HistoryList;
  actions: ConversationActions;
  ui: Pick<ChatUi, 'reveal' | 'tab'>;
}

/** Makes a command on the row whose context menu is used; `undefined` stands for the current conversation. */
export function onRow(run: (clicked: string | undefined) => Promise<void>) {
  return withArgument('conversationId', run);
}

/** Commands for conversations. */
export function conversationCommands({ conversations, list, actions, ui }: ConversationCommandsDeps) {
  const runAction = (clicked: string | undefined, action: ConversationAction): Promise<ErrorResult> => {
    const rowId = clicked ?? conversations.current.conversation.id;
    return list.run({ type: 'conversationAction', requestId: 0, rowId, action });
  };
  const command = (action: ConversationAction) =>
    onRow(async (clicked) => showMessage(await runAction(clicked, action)));
  return {
    showConversations: () => ui.reveal({ type: 'showHistory', trash: false }),
    showTrash: () => ui.reveal({ type: 'showHistory', trash: true }),
    backToChat: () => ui.reveal(),
    renameConversation: onRow(async (conversationId) => {
      if (conversationId === undefined) {
        showMessage(await renameCurrent(conversations, list));
      } else {
        await ui.reveal({ type: 'editTitle', rowId: conversationId });
      }
    }),
    pinConversation: command('pin'),
    unpinConversation: command('unpin'),
    duplicateConversation: onRow(async (clicked) => {
      const errorMessage = await runAction(clicked, 'duplicate');
      showMessage(errorMessage);
      if (errorMessage === undefined) {
        await ui.reveal();
      }
    }),
    deleteConversation: onRow(async (clicked) => {
      const id = clicked ?? conversations.current.conversation.id;
      const title = (await list.rows()).find((row) => row.id === id)?.title;
      if (
        title === undefined ||
        (await confirmInDialog(
          t('Delete the conversation “{0}”?', title),
          t('You can restore it from the trash for 30 days.'),
          t('Delete'),
        ))
      ) {
        showMessage(await runAction(id, 'delete'));
      }
    }),
    restoreConversation: command('restore'),
    openConversationInEditor: onRow(async (clicked) => {
      const errorMessage = clicked === undefined ? undefined : await runAction(clicked, 'open');
      showMessage(errorMessage);
      if (errorMessage === undefined) {
        await ui.tab.open();
      }
    }),
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
): Promise<ErrorResult> {
  const row = await currentRow(conversations, list);
  if (row === undefined) {
    return failed(t('The conversation is empty.'));
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
        rowId: row.id,
        title: title.trim(),
      });
}

/** Asks for confirmation once. The conversations can be restored from the trash. */
async function deleteAll(list: HistoryList, actions: ConversationActions): Promise<ErrorResult> {
  const rows = (await list.rows()).filter(({ daysLeft, isNewer }) => daysLeft === undefined && !isNewer);
  if (rows.length === 0) {
    return failed(t('There are no conversations.'));
  }
  const isConfirmed = await confirmInDialog(
    rows.length === 1
      ? t('Delete the only conversation?')
      : t('Delete all {0} conversations, including those of other workspaces?', rows.length),
    t('You can restore them from the trash for 30 days.'),
    t('Delete All'),
  );
  if (isConfirmed) {
    actions.deleteAll(rows.map(({ id }) => id));
  }
  return undefined;
}
