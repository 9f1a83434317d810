import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReplyEvent, SentRequest } from '../../contract/replyEvent.ts';
import { crc32 } from '../checksum.ts';
import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';
import type { RequestNote } from '../conversation/requestNote.ts';
import type { Committed } from './commit.ts';

/** A reply of which nothing has arrived. */
export function newReply(
  { model, service, maxTokens }: Committed,
  of: Pick<AssistantTurn, 'id' | 'startedAt' | 'alternativeTo'>,
): AssistantTurn {
  return {
    kind: 'assistant',
    model,
    text: '',
    status: 'waiting',
    sentTo: [service],
    ...omitUndefined({ maxTokens }),
    ...of,
  };
}

/**
 * Returns the turn after an event. A turn that has ended stays unchanged, so there is exactly one final event and no
 * late text.
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
    case 'streamingTurnedOff':
      return { ...turn, hasTurnedOffStreaming: true };
    case 'finished':
    case 'stopped':
      return { ...turn, status: event.type, endedAt: now };
    case 'cutAtLimit': {
      const { stopReason } = event;
      return { ...turn, status: event.type, ...omitUndefined({ stopReason }), endedAt: now };
    }
    case 'failed':
      return { ...turn, status: 'failed', failure: event.failure, endedAt: now };
  }
}

/** How the messages of the requests for a reply were made. */
export type RequestSource = Pick<RequestNote, 'leftOut' | 'masked' | 'continuedAt' | 'baselineTokens'>;

/** Returns the reply with its request notes updated after an event. */
export function updateRequestNotes(
  reply: AssistantTurn,
  event: ReplyEvent,
  source: RequestSource,
): AssistantTurn {
  switch (event.type) {
    case 'sending':
      return { ...reply, requests: [...(reply.requests ?? []), noteOf(event.request, source)] };
    case 'withheld':
      return withoutLastRequest(reply);
    default:
      return reply;
  }
}

function noteOf({ body, settings, isFolded }: SentRequest, source: RequestSource): RequestNote {
  const bytes = new TextEncoder().encode(body);
  return {
    settings,
    ...(isFolded && { folded: true }),
    ...source,
    crc32: crc32(bytes),
    bytes: bytes.length,
  };
}

function withoutLastRequest({ requests = [], ...reply }: AssistantTurn): AssistantTurn {
  return requests.length > 1 ? { ...reply, requests: requests.slice(0, -1) } : reply;
}
