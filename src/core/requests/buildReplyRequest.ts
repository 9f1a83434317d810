import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Question, ReplyOptions, ReplyRequest } from '../asking/chatSessionDeps.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import type { Turn, UserTurn } from '../conversation/conversation.ts';
import { sentTurns } from '../conversation/sentTurns.ts';

/** The request that sends a question after these turns. */
export function buildReplyRequest(
  turns: readonly Turn[],
  { text, attachments }: Question,
  { model, maxTokens }: ReplyOptions,
): ReplyRequest {
  const question: UserTurn = { kind: 'user', id: '', text, attachments, at: 0 };
  return {
    model,
    messages: buildMessages(sentTurns([...turns, question])),
    ...omitUndefined({ maxTokens }),
  };
}
