import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Circumstances } from '../../core/asking/commit.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { AskError } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import type { Models } from '../models/models.ts';
import { readSetting } from '../settings.ts';
import { t } from '../uiText.ts';
import { conversationDeletedError } from './notSent.ts';

interface CircumstancesServices {
  conversations: Pick<Conversations, 'isPresent' | 'restore'>;
  connections: Pick<Connections, 'baseUrl'>;
  models: Pick<Models, 'of'>;
}

/**
 * What is shown beside a question now, or that nothing can be asked because the conversation was deleted.
 * @param model if not that of the conversation
 */
export function circumstancesOf(
  { conversations, connections, models }: CircumstancesServices,
  session: ChatSession,
  model = models.of(session),
): Circumstances | AskError {
  const isPresent = conversations.isPresent(session);
  if (!isPresent) {
    return { error: conversationDeletedError(() => conversations.restore(session.conversation.id)) };
  }
  const maxTokens = readSetting('maxTokens');
  return {
    model,
    baseUrl: connections.baseUrl,
    isTrusted: vscode.workspace.isTrusted,
    isPresent,
    ...omitUndefined({ maxTokens }),
  };
}

/**
 * Why nothing can be asked in a conversation that is there, as it is now.
 * @param place of a question that is not asked at its end, but in a copy
 */
export function blockedReason(
  { conversations }: { conversations: Pick<Conversations, 'isReadOnly'> },
  { session, place }: { session: ChatSession; place?: object | undefined },
): ErrorResult {
  if (session.isRunning) {
    return failed(t('A reply is still being written. Stop it or wait until it ends.'));
  }
  return place === undefined && conversations.isReadOnly(session)
    ? failed(
        t(
          'This conversation is read-only because it was saved by a newer version of this extension. Duplicate it to continue in the copy.',
        ),
        {
          button: {
            label: t('Duplicate'),
            run: () => vscode.commands.executeCommand('assistant.duplicateConversation'),
          },
        },
      )
    : undefined;
}
