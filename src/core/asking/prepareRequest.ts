import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Message } from '../../contract/chatRequest.ts';
import { messageTokens } from '../contextWindow/baselineTokens.ts';
import { lastCount } from '../contextWindow/tokenEstimate.ts';
import type { Turn } from '../conversation/conversation.ts';
import { leftOutRanges } from '../conversation/sentTurns.ts';
import type { ReplyRequest } from './chatSessionDeps.ts';
import type { Committed } from './commit.ts';
import type { RequestSource } from './foldReply.ts';

/**
 * The request for a reply to the last question, and how it was made.
 * @param sent the turns that the messages are made of
 */
export function prepareRequest(
  turns: readonly Turn[],
  sent: readonly Turn[],
  messages: Message[],
  { model, maxTokens }: Committed,
): { request: ReplyRequest; source: RequestSource } {
  const leftOut = leftOutRanges(turns, sent);
  const baselineTokens = Math.round(messageTokens(messages));
  return {
    request: {
      model,
      messages,
      baselineTokens,
      ...omitUndefined({ maxTokens, lastCount: lastCount(turns, model) }),
    },
    source: { ...(leftOut.length > 0 && { leftOut }), baselineTokens },
  };
}
