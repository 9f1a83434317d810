import type { ReplyEvent, SentRequest } from '../../contract/replyEvent.ts';
import { isInMessages } from '../conversation/buildMessages.ts';
import { type AssistantTurn, type Conversation, isRunning, type Turn } from '../conversation/conversation.ts';
import {
  diffTurnLists,
  firstRequestLookup,
  type RequestNote,
  resolveTurnList,
  type SentTurn,
} from '../conversation/requestNote.ts';
import { crc32 } from '../history/records/checksum.ts';

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
    case 'finished':
    case 'cutAtLimit':
    case 'stopped':
      return { ...turn, status: event.type, endedAt: now };
    case 'failed':
      return { ...turn, status: 'failed', failure: event.failure, endedAt: now };
  }
}

export interface RequestSource {
  /** The turns as they were when the messages were built. */
  turns: readonly Turn[];
  isContinuation?: true;
}

/** Returns the reply with its request notes updated after an event. */
export function updateRequestNotes(
  reply: AssistantTurn,
  event: ReplyEvent,
  source: RequestSource,
  conversation: Conversation,
): AssistantTurn {
  switch (event.type) {
    case 'sending':
      return addRequestNote(reply, event.request, source, conversation);
    case 'withheld':
      return withoutLastRequest(reply);
    default:
      return reply;
  }
}

function withoutLastRequest({ requests = [], ...reply }: AssistantTurn): AssistantTurn {
  return requests.length > 1 ? { ...reply, requests: requests.slice(0, -1) } : reply;
}

function addRequestNote(
  reply: AssistantTurn,
  { body, settings, isFolded }: SentRequest,
  { turns, isContinuation }: RequestSource,
  conversation: Conversation,
): AssistantTurn {
  const sentTurns = turns.filter(isInMessages).map(toSentTurn);
  const requests = reply.requests ?? [];
  const base = requests.length > 0 ? reply : turns.findLast(hasRequest);
  const firstRequest = base?.requests?.[0];
  const baseTurns = firstRequest && resolveTurnList(firstRequest, firstRequestLookup(conversation));
  const bytes = new TextEncoder().encode(body);
  const note: RequestNote = {
    ...(base !== undefined && baseTurns !== undefined && { base: base.id }),
    turns: diffTurnLists(baseTurns ?? [], sentTurns),
    ...(isContinuation && { goesOn: isContinuation }),
    settings,
    ...(isFolded && { folded: true }),
    crc32: crc32(bytes),
    bytes: bytes.length,
  };
  return { ...reply, requests: [...requests, note] };
}

/**
 * Whether the turn lists of later requests can be encoded against the first request of this turn. It must be in the
 * messages: then every copy of the conversation contains it, so that the copied notes can be resolved.
 */
function hasRequest(turn: Turn): turn is AssistantTurn {
  return turn.kind === 'assistant' && isInMessages(turn) && (turn.requests?.length ?? 0) > 0;
}

function toSentTurn(turn: Turn): SentTurn {
  return turn.kind === 'user' ? { id: turn.id } : { id: turn.id, length: turn.text.length };
}
