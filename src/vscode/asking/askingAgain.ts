import { sentUpToLastQuestion } from '../../core/asking/buildReplyRequest.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { RetryWay } from '../../core/asking/chatSessionDeps.ts';
import type { Committed } from '../../core/asking/commit.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { turnsToRetry } from '../../core/conversation/exchange.ts';
import { type ActionError, failed } from '../actionResult.ts';
import type { Retry } from '../contextWindow/overflowGuard.ts';
import { t } from '../uiText.ts';

/** How a question that was asked before is asked again. */
interface AskedAgain extends Pick<Retry, 'turns' | 'isContinuation' | 'usesOtherModel' | 'run'> {
  /** The turns that the request contains, as the conversation is then. */
  sentTurns(): readonly Turn[];
  begin(committed: Committed): Promise<void>;
}

/** Returns how the request is made as the conversation is now, or why it can't be. */
export type PlanAgain = (session: ChatSession) => ActionError | AskedAgain;

/** A question is sent again: the last one, or one whose reply has no text. */
export function planRetry(turnId: string, how: RetryWay, run: Retry['run']): PlanAgain {
  return (session) => {
    const turns = () => turnsToRetry(session.conversation.turns, turnId);
    return turns() === undefined
      ? failed(t('You can only retry the last reply.'))
      : {
          sentTurns: () => sentUpToLastQuestion(turns() ?? []),
          turns,
          run,
          begin: (committed) => session.retry(turnId, committed, how),
        };
  };
}

/** The last reply was cut off, and its rest is fetched. */
export function planContinuation(turnId: string, run: Retry['run']): PlanAgain {
  return (session) =>
    session.continuableReply?.id === turnId
      ? {
          sentTurns: () => [
            ...sentUpToLastQuestion(session.conversation.turns),
            ...session.conversation.turns.slice(-1),
          ],
          isContinuation: true,
          run,
          begin: (committed) => session.continueReply(turnId, committed),
        }
      : failed(t('You can only continue the last reply, and only if it is incomplete.'));
}

/** The last question is sent to another model. */
export function planComparison(turnId: string, run: Retry['run']): PlanAgain {
  return (session) =>
    session.comparableReply?.id === turnId
      ? {
          sentTurns: () => sentUpToLastQuestion(session.conversation.turns),
          usesOtherModel: true,
          run,
          begin: (committed) => session.compare(turnId, committed),
        }
      : failed(t('You can only compare the last reply, and only with one other reply.'));
}
