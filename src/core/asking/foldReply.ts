import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';

/**
 * The turn after one more event. A turn that has ended stays as it is, so an end comes exactly once and
 * nothing late is appended.
 */
export function foldReply(before: AssistantTurn, event: ReplyEvent, now: number): AssistantTurn {
  if (!isRunning(before)) {
    return before;
  }
  const { wait: _, ...turn } = before;
  switch (event.type) {
    case 'sending':
    case 'withheld':
      return turn;
    case 'waiting':
      return event.wait === undefined ? turn : { ...turn, wait: event.wait };
    case 'started':
      return { ...turn, status: 'streaming', model: event.model ?? turn.model };
    case 'text':
      return { ...turn, status: 'streaming', text: turn.text + event.text };
    case 'leftOut':
      return { ...turn, status: 'streaming', leftOut: [...new Set([...(turn.leftOut ?? []), event.what])] };
    case 'usage':
      return { ...turn, usage: { ...turn.usage, ...event.usage } };
    case 'finished':
    case 'cutAtLimit':
    case 'stopped':
      return { ...turn, status: event.type, endedAt: now };
    case 'failed':
      return { ...turn, status: 'failed', failure: event.failure, endedAt: now };
  }
}
