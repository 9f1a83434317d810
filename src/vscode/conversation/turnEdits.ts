import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { forkAfter, forkBefore } from '../../core/conversation/exchange.ts';
import type { Composer } from '../composer/composer.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import { offerUndo } from '../undo.ts';

/** Keeps one of two compared replies. The other one is removed, with Undo. */
export function keepReply({ current }: Conversations, turnId: string): ErrorMessage {
  const undo = current.keepReply(turnId);
  if (undo === undefined) {
    return current.isRunning
      ? replyRunningMessage()
      : vscode.l10n.t('There is no other reply to this question.');
  }
  offerUndo(vscode.l10n.t('The other reply was removed from the conversation.'), undo);
  return undefined;
}

/**
 * Puts the question of a turn into the composer and shows a fork that ends before this question, so that existing
 * replies are not lost. If no reply to the question has text, removes it from its conversation instead.
 */
export function editQuestion(conversations: Conversations, composer: Composer, turnId: string): ErrorMessage {
  const session = conversations.current;
  if (composer.draft.trim() !== '') {
    return vscode.l10n.t('The chat input contains other text. Send or clear it first.');
  }
  const question = session.questionOf(turnId);
  const before = forkBefore(session.conversation, turnId, newId);
  if (question === undefined || before === undefined) {
    return vscode.l10n.t('This question no longer exists.');
  }
  if (conversations.isReadOnly || session.removeUnanswered(turnId) === undefined) {
    conversations.createAndShow({ turns: before });
  }
  composer.draft = question.text;
  for (const attachment of question.attachments) {
    composer.attach(attachment);
  }
  return undefined;
}

/** Shows a new conversation with all turns up to the end of the exchange that contains the turn. */
export function forkConversation(conversations: Conversations, turnId: string): ErrorMessage {
  const turns = forkAfter(conversations.current.conversation, turnId, newId);
  if (turns === undefined) {
    return replyRunningMessage();
  }
  conversations.createAndShow({ turns });
  return undefined;
}

/** Deletes the exchange that contains the turn, with Undo. */
export function deleteExchange({ current }: Conversations, turnId: string): ErrorMessage {
  const undo = current.remove(turnId);
  if (undo === undefined) {
    return replyRunningMessage();
  }
  offerUndo(vscode.l10n.t('The question and its reply were deleted.'), undo);
  return undefined;
}

function replyRunningMessage(): string {
  return vscode.l10n.t('A reply is still being written. Stop it or wait until it ends.');
}

function newId(): string {
  return crypto.randomUUID();
}
