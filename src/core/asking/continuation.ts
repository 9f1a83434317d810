import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Message } from '../../contract/chatRequest.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import { type AssistantTurn, type ReplyStatus, type Turn, totalUsage } from '../conversation/conversation.ts';
import { loadCodeBlocks } from '../markdown/loadCodeBlocks.ts';
import type { Committed } from './commit.ts';
import { ContinuationOverlap } from './continuationOverlap.ts';
import { filterText } from './filterText.ts';

/** The message that asks the model to continue its reply, sent after the text so far. */
export const CONTINUE_PROMPT =
  'Continue exactly where your last message stopped, in the middle of a word if need be. Repeat nothing of it, and add nothing of your own: the two are put together as they are. A code block that is open stays open.';

const CONTINUABLE_STATUSES: readonly ReplyStatus[] = ['cutAtLimit', 'stopped', 'failed', 'interrupted'];

/** Whether a reply has text and ended early, so that its rest can be fetched. */
export function canContinue({ status, text }: AssistantTurn): boolean {
  return CONTINUABLE_STATUSES.includes(status) && hasText(text);
}

/** The state of a reply while its rest is fetched: it keeps its text and the usage of earlier requests. */
export function toContinuingTurn(
  reply: AssistantTurn,
  { model, maxTokens, service }: Committed,
  startedAt: number,
): AssistantTurn {
  const { usage: _, endedAt: _at, failure: _failure, maxTokens: _max, stopReason: _reason, ...rest } = reply;
  return {
    ...rest,
    ...omitUndefined({ maxTokens }),
    earlierUsage: totalUsage(reply) ?? {},
    model,
    status: 'waiting',
    // No other service has what this one adds.
    sentTo: [service],
    startedAt,
  };
}

/** @param turns the conversation up to the reply to continue, which is the last turn */
export function continuationMessages(turns: readonly Turn[], masked?: readonly Turn[]): Message[] {
  return [...buildMessages(turns, masked), { role: 'user', content: CONTINUE_PROMPT }];
}

/**
 * Yields the events of a continuation without the text that it repeats from `before`. Holds its first text back
 * while that may be a repetition.
 * @param before `textSoFar` of the request; if it is for a whole reply, all events are yielded as they are
 */
export async function* stitchContinuation(
  before: string | undefined,
  events: AsyncIterable<ReplyEvent>,
): AsyncGenerator<ReplyEvent, void, undefined> {
  if (before === undefined) {
    yield* events;
    return;
  }
  const { openingFence } = await loadCodeBlocks();
  const overlap = new ContinuationOverlap(before, openingFence(before));
  let heldText: string | undefined = '';
  const release = (): string => {
    const text = overlap.removeFrom(heldText ?? '');
    heldText = undefined;
    return text;
  };
  yield* filterText(events, {
    add(text) {
      if (heldText === undefined) {
        return text;
      }
      heldText += text;
      return overlap.isFinal(heldText) ? release() : '';
    },
    end: release,
  });
}
