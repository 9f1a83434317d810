import { Conversations } from '../../core/asking/conversations.ts';
import type { History } from '../../core/history/history.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import { workspaceLabel } from '../workspaceLabel.ts';
import { fetchReply, type ReplyServices } from './fetchReply.ts';

interface ConversationsDeps extends ReplyServices {
  history: History;
  /** Learns from the token count of each request. */
  meter: Pick<TokenMeter, 'observe'>;
}

/** Creates the conversations of this window, with replies fetched from the service. */
export function createConversations(deps: ConversationsDeps): Conversations {
  const { history, meter, secretGuard } = deps;
  return new Conversations({
    fetchReply: (request, signal) => meter.observe(request, fetchReply(deps, request, signal)),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    newId: () => crypto.randomUUID(),
    history,
    workspace: workspaceLabel,
    redactor: () => secretGuard.questionRedactor(),
  });
}
