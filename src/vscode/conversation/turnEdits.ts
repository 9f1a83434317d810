import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import {
  type Conversation,
  conversationTitle,
  type Turn,
  titleOf,
  type UserTurn,
} from '../../core/conversation/conversation.ts';
import { exchangeOf, forkAfter, forkBefore, unansweredExchangeOf } from '../../core/conversation/exchange.ts';
import { markedTitle, titleWithoutMark } from '../../core/conversation/titles.ts';
import type { History } from '../../core/history/history.ts';
import { type ActionError, type ErrorResult, failed } from '../actionResult.ts';
import { conversationChangedError } from '../asking/notSent.ts';
import type { QuestionPipeline, QuestionPlace } from '../asking/questionPipeline.ts';
import { plainText, t } from '../uiText.ts';
import { offerUndo } from '../undo.ts';

/** Keeps one of the replies to a question. The others are removed, with Undo. */
export function keepReply({ current }: Conversations, turnId: string): ErrorResult {
  const undo = current.keepReply(turnId);
  if (undo === undefined) {
    return current.isRunning ? replyRunningError() : failed(t('There is no other reply to this question.'));
  }
  offerUndo(t('The other replies to the question were removed.'), undo);
  return undefined;
}

/**
 * Asks an edited question, with the attachments of the original, in a copy of the conversation that ends before it, so
 * that existing replies are not lost. If no reply to it has text, replaces it in its conversation instead. Changes
 * nothing if the question can't be asked.
 */
export async function editQuestion(
  conversations: Conversations,
  pipeline: Pick<QuestionPipeline, 'ask'>,
  turnId: string,
  text: string,
): Promise<ErrorResult> {
  const session = conversations.current;
  const question = session.questionOf(turnId);
  if (question === undefined) {
    return questionGoneError();
  }
  const { attachments } = question;
  if (!hasText(text) && attachments.length === 0) {
    return failed(t('Enter a question first.'));
  }
  const titles = await conversations.titles();
  if (conversations.current !== session) {
    return conversationChangedError();
  }
  const place = placeOfEdited(conversations, session, question, titles);
  return (await pipeline.ask({ text, attachments }, { session, place })).error;
}

/** @param titles of all conversations */
function placeOfEdited(
  conversations: Conversations,
  session: ChatSession,
  question: UserTurn,
  titles: ReadonlySet<string>,
): QuestionPlace {
  const isReplaced =
    !conversations.isReadOnly(conversations.current) &&
    unansweredExchangeOf(session.conversation.turns, question.id) !== undefined;
  const precedingTurns = (): readonly Turn[] => {
    const { turns } = session.conversation;
    const { start, end } = exchangeOf(turns, question.id) ?? { start: turns.length, end: turns.length };
    return turns.filter((_, index) => index < start || (isReplaced && index >= end));
  };
  return {
    precedingTurns,
    ask: (asked) => {
      const { conversation } = session;
      const before = forkBefore(conversation, question.id, newId);
      if (conversations.current !== session || before === undefined) {
        return conversationChangedError();
      }
      const edited = t('edited');
      const { id, title, model } = conversation;
      const ownTitle = ownTitleOf(conversation, plainText(edited));
      const baseTitle = ownTitle ?? conversationTitle([...precedingTurns(), { ...question, ...asked }]);
      if (isReplaced && session.removeUnanswered(question.id) !== undefined) {
        if (title !== undefined && ownTitle === undefined) {
          const otherTitles = new Set([...titles].filter((other) => other !== title));
          void conversations.rename(id, markedTitle(baseTitle, plainText(edited), otherTitles));
        }
        void session.ask({ ...asked, ...omitUndefined({ editedFrom: question.editedFrom }) });
      } else {
        const created = conversations.create({
          turns: before,
          title: markedTitle(baseTitle, plainText(edited), titles),
          ...omitUndefined({ model }),
        });
        void created.ask({ ...asked, editedFrom: { conversation: id, turn: question.id } });
        void conversations.show(created.conversation.id);
      }
      return undefined;
    },
  };
}

/** The title that the user set, without "(edited)". `undefined` if the title is derived from the first question. */
function ownTitleOf({ title, turns }: Conversation, edited: string): string | undefined {
  const own = title === undefined ? undefined : titleWithoutMark(title, edited);
  return own === conversationTitle(turns) ? undefined : own;
}

/** Shows the conversation of the question that an edited one was made from. @returns the id of that question */
export async function showOriginal(
  conversations: Conversations,
  history: Pick<History, 'open'>,
  turnId: string,
): Promise<{ error: ActionError } | { conversationId: string; turnId: string }> {
  const original = conversations.current.questionOf(turnId)?.editedFrom;
  if (original === undefined) {
    return { error: questionGoneError() };
  }
  const isLoaded = conversations.loaded.some(({ conversation: { id } }) => id === original.conversation);
  const stored = isLoaded ? undefined : await history.open(original.conversation);
  if (stored?.trashedAt !== undefined) {
    return { error: failed(t('The original conversation is in the trash. Restore it to show it.')) };
  }
  return (isLoaded || stored !== undefined) && (await conversations.show(original.conversation))
    ? { conversationId: original.conversation, turnId: original.turn }
    : { error: failed(t('The original conversation no longer exists.')) };
}

/** Shows a new conversation, called a copy, with all turns up to the end of the exchange that contains the turn. */
export async function forkConversation(conversations: Conversations, turnId: string): Promise<ErrorResult> {
  const { current } = conversations;
  const titles = await conversations.titles();
  const { conversation } = current;
  const turns = forkAfter(conversation, turnId, newId);
  if (turns === undefined) {
    return replyRunningError();
  }
  const title = markedTitle(titleOf(conversation), plainText(t('copy')), titles);
  conversations.createAndShow({ turns, title, ...omitUndefined({ model: conversation.model }) });
  return undefined;
}

/** Deletes the exchange that contains the turn, with Undo. */
export function deleteExchange({ current }: Conversations, turnId: string): ErrorResult {
  const undo = current.remove(turnId);
  if (undo === undefined) {
    return replyRunningError();
  }
  offerUndo(t('The question and its reply were deleted.'), undo);
  return undefined;
}

function replyRunningError(): ActionError {
  return failed(t('A reply is still being written. Stop it or wait until it ends.'));
}

function questionGoneError(): ActionError {
  return failed(t('This question no longer exists.'));
}

function newId(): string {
  return crypto.randomUUID();
}
