import type { ChatRequest } from '../../contract/chatRequest.ts';
import { continuationMessages } from '../asking/continuation.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import {
  firstRequestLookup,
  type RequestNote,
  resolveTurnList,
  type SentTurn,
} from '../conversation/requestNote.ts';
import { crc32 } from '../history/records/checksum.ts';

/**
 * The body of a sent request, or the reason why it can't be rebuilt. `turnsMissing`: turns that it contained are no
 * longer in the conversation. `differs`: the rebuilt body is not the one that was sent, because another
 * version built it differently or a text in the history was modified.
 */
export type RebuiltRequest = { body: string } | { reason: 'turnsMissing' | 'differs' };

/**
 * Rebuilds the body of a request from its note, and returns it only if it is exactly what was sent.
 *
 * @param encode returns the body that is sent for a request; if `isFolded`, with all messages in one
 */
export function rebuildRequest(
  conversation: Pick<Conversation, 'turns' | 'removed'>,
  note: RequestNote,
  encode: (request: ChatRequest, isFolded: boolean) => string,
): RebuiltRequest {
  const turnsById = new Map(
    [...(conversation.removed ?? []), ...conversation.turns].map((turn) => [turn.id, turn]),
  );
  const sentTurns = resolveTurnList(note, firstRequestLookup(conversation));
  const turns = sentTurns
    ?.map((sent) => turnAsSent(sent, turnsById.get(sent.id)))
    .filter((turn) => turn !== undefined);
  if (turns === undefined || turns.length !== sentTurns?.length) {
    return { reason: 'turnsMissing' };
  }
  const messages = note.goesOn ? continuationMessages(turns) : buildMessages(turns);
  const body = encode({ ...note.settings, messages }, note.folded === true);
  const bytes = new TextEncoder().encode(body);
  const isSame = bytes.length === note.bytes && crc32(bytes) === note.crc32;
  return isSame ? { body } : { reason: 'differs' };
}

/** A turn as it was when sent: a reply may have been continued since, or may have been an alternative. */
function turnAsSent({ length }: SentTurn, turn: Turn | undefined): Turn | undefined {
  if (turn?.kind !== 'assistant') {
    return turn;
  }
  const { alternativeTo: _, ...reply } = turn;
  return { ...reply, text: reply.text.slice(0, length) };
}
