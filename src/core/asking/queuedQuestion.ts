import { isAlternative, isRunning, type ReplyStatus, type Turn } from '../conversation/conversation.ts';

/**
 * What to do with a queued question: `wait` for the reply, `send` it since the reply has ended well, or `hold` it until
 * the user sends it. `ended` is how the reply ended; absent if the conversation has continued without the question.
 */
type QueueStep = { step: 'wait' | 'send' } | { step: 'hold'; ended?: ReplyStatus };

/**
 * @param turns the conversation
 * @param afterQuestionId the last question when the other one was queued
 */
export function queueStep(turns: readonly Turn[], afterQuestionId: string): QueueStep {
  const question = turns.findLast(({ kind }) => kind === 'user');
  // How an alternative has ended does not matter.
  const last = turns.findLast((turn) => !isAlternative(turn));
  if (last === undefined || question?.id !== afterQuestionId) {
    return { step: 'hold' };
  }
  // A question without a reply is about to get one.
  if (last.kind === 'user' || turns.some(isRunning)) {
    return { step: 'wait' };
  }
  return last.status === 'finished' ? { step: 'send' } : { step: 'hold', ended: last.status };
}
