import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Message } from '../../contract/chatRequest.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import { type AssistantTurn, type ReplyStatus, type Turn, totalUsage } from '../conversation/conversation.ts';
import type { ReplyOptions } from './chatSessionDeps.ts';

/** What the model is told after its own reply, as far as it came. */
export const CONTINUE_PROMPT =
  'Continue exactly where your last message stopped, in the middle of a word if need be. Repeat nothing of it, and add nothing of your own: the two are put together as they are. A code block that is open stays open.';

const CONTINUABLE_STATUSES: readonly ReplyStatus[] = ['cutAtLimit', 'stopped', 'failed', 'interrupted'];

/** Whether there is a rest to be fetched: the reply ended before it was finished, with some text. */
export function canContinue({ status, text }: AssistantTurn): boolean {
  return CONTINUABLE_STATUSES.includes(status) && text !== '';
}

/** A reply that ended, as it begins anew while its rest is fetched: its text stays, and the tokens it took so far. */
export function toContinuingTurn(
  reply: AssistantTurn,
  { model, maxTokens }: ReplyOptions,
  startedAt: number,
): AssistantTurn {
  const { usage: _, endedAt: _end, failure: _failure, maxTokens: _limit, ...kept } = reply;
  return {
    ...kept,
    ...omitUndefined({ maxTokens }),
    earlierUsage: totalUsage(reply) ?? {},
    model,
    status: 'waiting',
    startedAt,
  };
}

/** @param turns the conversation, with the reply that is to be continued at its end */
export function continuationMessages(turns: readonly Turn[]): Message[] {
  return [...buildMessages(turns), { role: 'user', content: CONTINUE_PROMPT }];
}

/**
 * The events of a continuation, with its text as it goes on from the text before. The beginning is held back for as
 * long as it may turn out to be a repetition.
 */
export async function* stitchContinuation(
  before: string,
  events: AsyncIterable<ReplyEvent>,
): AsyncGenerator<ReplyEvent, void, undefined> {
  const { ContinuationOverlap } = await import('./continuationOverlap.ts');
  const seam = new ContinuationOverlap(before);
  let held: string | undefined = '';
  const letGo = (): ReplyEvent[] => {
    const text = seam.removeFrom(held ?? '');
    held = undefined;
    return text === '' ? [] : [{ type: 'text', text }];
  };
  try {
    for await (const event of events) {
      if (event.type === 'text' && held !== undefined) {
        held += event.text;
        if (seam.isFinal(held)) {
          yield* letGo();
        }
        continue;
      }
      if (isFinalEvent(event)) {
        yield* letGo();
      }
      yield event;
    }
  } catch (error) {
    yield* letGo();
    throw error;
  }
  yield* letGo();
}

function isFinalEvent({ type }: ReplyEvent): boolean {
  return type === 'finished' || type === 'cutAtLimit' || type === 'stopped' || type === 'failed';
}
