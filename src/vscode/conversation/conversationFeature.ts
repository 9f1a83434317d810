import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { titleOf } from '../../core/conversation/conversation.ts';
import { exchangeOf } from '../../core/conversation/exchange.ts';
import { shortTitle } from '../../core/conversation/titles.ts';
import { turnsAsMarkdown } from '../../core/conversation/turnsAsMarkdown.ts';
import type { History } from '../../core/history/history.ts';
import { loadCodeBlocks } from '../../core/markdown/loadCodeBlocks.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import { type ErrorResult, showMessage } from '../actionResult.ts';
import type { QuestionPipeline } from '../asking/questionPipeline.ts';
import { withArgument } from '../commandRules.ts';
import type { Composer } from '../composer/composer.ts';
import { startNewConversation } from '../composer/conversationDrafts.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import { pickModel } from '../models/modelPicker.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { setContextKey } from '../setContextKey.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { confirmInDialog } from '../vscodeUi.ts';
import { openQuestionEditor, runTurnAction, type TurnActionServices } from './turnActions.ts';
import { deleteExchange, editQuestion, forkConversation, keepReply, showOriginal } from './turnEdits.ts';
import { postTurnEvents } from './turnFeed.ts';
import { toTurnViews } from './turnViews.ts';

interface ConversationServices extends TurnActionServices {
  pipeline: QuestionPipeline;
  composer: Composer;
  recentQuestions: RecentQuestions;
  history: Pick<History, 'open'>;
  ui: ChatUi;
}

/** The current conversation: its turns in the panel and the commands on them. */
export function conversationFeature(services: ConversationServices) {
  const { conversations, composer, ui } = services;
  const listeners = vscode.Disposable.from(
    postTurnEvents(conversations, ui),
    conversations.onChanged(() => {
      ui.setTitle(shortTitle(titleOf(conversations.current.conversation)));
      void updateContextKeys(conversations);
    }),
  );
  return {
    commands: {
      ...turnCommands(services),
      newChat: async () => {
        startNewConversation(conversations, composer);
        await ui.reveal();
      },
      copyConversation: () => copyTurns(conversations),
    },
    messages: {
      turnAction: (request) => runTurnAction(services, request),
      editQuestion: (request) => sendEdited(services, request),
      showOriginal: async ({ turnId }) => {
        const result = await showOriginal(conversations, services.history, turnId);
        if ('turnId' in result) {
          ui.postInOrder({ type: 'showTurn', ...result });
        }
        return 'error' in result ? result.error : undefined;
      },
    },
    state: () => {
      const { conversation, facts } = conversations.current;
      const { id, turns } = conversation;
      return { conversationId: id, turns: toTurnViews(turns, facts.of) };
    },
    dispose: () => listeners.dispose(),
  } satisfies Feature;
}

async function sendEdited(
  { conversations, pipeline, composer, recentQuestions }: ConversationServices,
  { conversationId, turnId, text }: Extract<ToHost, { type: 'editQuestion' }>,
): Promise<ErrorResult> {
  const error = await editQuestion(conversations, pipeline, turnId, text);
  if (error === undefined) {
    composer.edits.discard({ conversation: conversationId, turn: turnId });
    // Of the copy that it was asked in.
    await recentQuestions.add(text, conversations.current.conversation.id);
  }
  return error;
}

/** Sets the context keys of `package.json` that depend on the current conversation. */
async function updateContextKeys(conversations: Conversations): Promise<void> {
  // Each value is read right before it is set: another conversation may be current by then.
  const isStoppable = (): boolean => conversations.current.isFetching || conversations.current.isPreparing;
  await setContextKey('assistant.streaming', isStoppable());
  await setContextKey('assistant.hasTurns', conversations.current.conversation.turns.length > 0);
  await setContextKey('assistant.canCompare', conversations.current.comparableReply !== undefined);
  await setContextKey('assistant.canContinue', conversations.current.continuableReply !== undefined);
  await setContextKey('assistant.hasReply', conversations.current.lastReply !== undefined);
}

/** Commands on single turns. The menu of a turn passes `{ turnId }`; without it they apply to the last turn. */
function turnCommands({ pipeline, conversations, models, ui }: ConversationServices) {
  const onTurn = (action: (turnId: string) => ErrorResult | Promise<ErrorResult>) =>
    withArgument('turnId', async (clicked) => {
      const turnId = clicked ?? conversations.current.conversation.turns.at(-1)?.id;
      showMessage(turnId === undefined ? t('The conversation is empty.') : await action(turnId));
    });
  /** Like `onTurn`, after a confirmation. */
  const removing = (message: UiText, button: UiText, action: (turnId: string) => ErrorResult) =>
    onTurn(async (turnId) =>
      (await confirmInDialog(message, t('A notification then offers to undo it.'), button))
        ? action(turnId)
        : undefined,
    );
  return {
    continueReply: onTurn((turnId) => pipeline.continueReply(turnId)),
    retry: onTurn((turnId) => pipeline.retry(turnId)),
    askAnotherModel: onTurn(async (turnId) => {
      const model = await pickModel(models, conversations.current.findReply(turnId)?.model ?? models.current);
      return model === undefined ? undefined : pipeline.compare(turnId, model);
    }),
    keepReply: removing(
      t('Keep this reply and remove all others to its question?'),
      t('Keep Reply'),
      (turnId) => keepReply(conversations, turnId),
    ),
    editQuestion: onTurn((turnId) => openQuestionEditor({ conversations, ui }, turnId)),
    forkConversation: onTurn(async (turnId) => {
      const error = await forkConversation(conversations, turnId);
      if (error === undefined) {
        await ui.reveal();
      }
      return error;
    }),
    deleteTurn: removing(t('Delete the question and its reply?'), t('Delete'), (turnId) =>
      deleteExchange(conversations, turnId),
    ),
    copyTurn: onTurn((turnId) => copyTurns(conversations, turnId)),
  };
}

/** Copies the exchange of a turn, or the whole conversation without `turnId`. */
async function copyTurns({ current }: Conversations, turnId?: string): Promise<undefined> {
  const { closingLines } = await loadCodeBlocks();
  const { turns } = current.conversation;
  const range = turnId === undefined ? undefined : exchangeOf(turns, turnId);
  const speakers = {
    user: plainText(t('You')),
    assistant: plainText(t('Assistant')),
    earlierReply: plainText(t('earlier reply')),
  };
  const copied = turnsAsMarkdown(turns.slice(range?.start, range?.end), speakers, closingLines);
  await vscode.env.clipboard.writeText(copied);
}
