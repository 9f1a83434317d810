import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Message } from '../../contract/chatRequest.ts';
import { messageTokens } from '../contextWindow/baselineTokens.ts';
import { lastCount } from '../contextWindow/tokenEstimate.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import type { AssistantTurn, Turn } from '../conversation/conversation.ts';
import { maskedOf } from '../conversation/maskTurns.ts';
import { leftOutRanges, maskedRanges, sentTurns } from '../conversation/sentTurns.ts';
import type { ReplyOptions, ReplyRequest } from './chatSessionDeps.ts';
import type { Committed } from './commit.ts';
import { continuationMessages } from './continuation.ts';
import type { RequestSource } from './foldReply.ts';

/** A request, and how it was made. */
interface BuiltRequest {
  readonly request: ReplyRequest;
  readonly source: RequestSource;
  /** The turns that the messages are made of. */
  readonly sent: readonly Turn[];
}

/** Without a service if the request is only shown. */
type RequestOptions = ReplyOptions & Partial<Pick<Committed, 'service'>>;

/** The request for a reply to the last question of some turns: the one that is sent, and that Show Request shows. */
export function buildReplyRequest(turns: readonly Turn[], options: RequestOptions): BuiltRequest {
  const sent = sentUpToLastQuestion(turns);
  return build(turns, sent, buildMessages(sent, maskedOf(turns)), options);
}

/** The request for the rest of the last reply. */
export function buildContinuation(
  turns: readonly Turn[],
  reply: AssistantTurn,
  options: RequestOptions,
): BuiltRequest {
  const sent = [...sentUpToLastQuestion(turns), reply];
  const built = build(turns, sent, continuationMessages(sent, maskedOf(turns)), options);
  return {
    request: { ...built.request, textSoFar: reply.text },
    source: { ...built.source, continuedAt: reply.text.length },
    sent,
  };
}

/** The turns that are sent for a reply to the last question of some turns. */
export function sentUpToLastQuestion(turns: readonly Turn[]): readonly Turn[] {
  return sentTurns(turns.slice(0, turns.findLastIndex(({ kind }) => kind === 'user') + 1));
}

function build(
  turns: readonly Turn[],
  sent: readonly Turn[],
  messages: Message[],
  { model, maxTokens, service }: RequestOptions,
): BuiltRequest {
  const [leftOut, masked] = [leftOutRanges(turns, sent), maskedRanges(turns, sent)];
  const baselineTokens = Math.round(messageTokens(messages));
  return {
    request: {
      model,
      messages,
      baselineTokens,
      ...omitUndefined({ maxTokens, service, lastCount: lastCount(turns, model) }),
    },
    source: {
      ...(leftOut.length > 0 && { leftOut }),
      ...(masked.length > 0 && { masked }),
      baselineTokens,
    },
    sent,
  };
}
