import type { ChatRequest } from '../contract/chatRequest.ts';
import { respond } from './responder.ts';
import type { ReplyEnd } from './streamFormats.ts';
import type { TokenCounter } from './tokenCounters.ts';
import { piecesOf } from './tokens.ts';

/** What a reply is made of inside the service: texts, and then one end. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'end'; end: ReplyEnd };

/** The responder's reply, at most `maxTokens` long, in pieces of a few words. */
export async function* ownReply(
  request: ChatRequest,
  inputTokens: number,
  maxTokens: number,
  counter: TokenCounter,
): AsyncGenerator<ReplyPart> {
  const { text, tokens, cut } = counter.cut(respond(request.messages), maxTokens);
  for (const piece of piecesOf(text)) {
    yield { type: 'text', text: piece };
  }
  yield {
    type: 'end',
    end: { stopReason: cut ? 'max_tokens' : 'end_turn', inputTokens, outputTokens: tokens },
  };
}
