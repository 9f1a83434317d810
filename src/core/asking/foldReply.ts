import type { ReplyEvent, SentRequest } from '../../contract/replyEvent.ts';
import { isInMessages } from '../conversation/buildMessages.ts';
import { type AssistantTurn, type Conversation, isRunning, type Turn } from '../conversation/conversation.ts';
import {
  changeOf,
  firstRequests,
  listOf,
  type RequestNote,
  type SentTurn,
} from '../conversation/requestNote.ts';
import { crc32 } from '../history/records/checksum.ts';

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

/** What a request was made of. */
export interface AskedTurns {
  /** As they were when the messages were built of them. */
  turns: readonly Turn[];
  goesOn?: true;
}

/** A reply with the notes of its requests, after one more event. */
export function withNotes(
  reply: AssistantTurn,
  event: ReplyEvent,
  asked: AskedTurns,
  conversation: Conversation,
): AssistantTurn {
  switch (event.type) {
    case 'sending':
      return noteRequest(reply, event.request, asked, conversation);
    case 'withheld':
      return withoutLastNote(reply);
    default:
      return reply;
  }
}

function withoutLastNote({ requests = [], ...reply }: AssistantTurn): AssistantTurn {
  return requests.length > 1 ? { ...reply, requests: requests.slice(0, -1) } : reply;
}

function noteRequest(
  reply: AssistantTurn,
  { body, settings, isFolded }: SentRequest,
  { turns, goesOn }: AskedTurns,
  conversation: Conversation,
): AssistantTurn {
  const list = turns.filter(isInMessages).map(sentTurn);
  const requests = reply.requests ?? [];
  const base = requests.length > 0 ? reply : turns.findLast(hasRequest);
  const first = base?.requests?.[0];
  const before = first && listOf(first, firstRequests(conversation));
  const bytes = new TextEncoder().encode(body);
  const note: RequestNote = {
    ...(base !== undefined && before !== undefined && { base: base.id }),
    turns: changeOf(before ?? [], list),
    ...(goesOn && { goesOn }),
    settings,
    ...(isFolded && { folded: true }),
    crc32: crc32(bytes),
    bytes: bytes.length,
  };
  return { ...reply, requests: [...requests, note] };
}

/** A reply in the messages is in every copy of the conversation up to here, so that its list is found there. */
function hasRequest(turn: Turn): turn is AssistantTurn {
  return turn.kind === 'assistant' && isInMessages(turn) && (turn.requests?.length ?? 0) > 0;
}

function sentTurn(turn: Turn): SentTurn {
  return turn.kind === 'user' ? { id: turn.id } : { id: turn.id, length: turn.text.length };
}
