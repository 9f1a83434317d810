import type { ReplyStatus, Turn } from '../conversation/conversation.ts';

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
  const last = turns.at(-1);
  if (last === undefined || question?.id !== afterQuestionId) {
    return { step: 'hold' };
  }
  // A question without a reply is about to get one.
  const status = last.kind === 'user' ? 'waiting' : last.status;
  switch (status) {
    case 'waiting':
    case 'streaming':
      return { step: 'wait' };
    case 'finished':
      return { step: 'send' };
    default:
      return { step: 'hold', ended: status };
  }
}
