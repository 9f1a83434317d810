import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Circumstances } from '../../core/asking/commit.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { AskError } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import type { Models } from '../models/models.ts';
import { readSetting } from '../settings.ts';
import { conversationDeletedError } from './notSentText.ts';

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
