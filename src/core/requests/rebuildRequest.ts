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
 * The body of a request that was sent, or why it can't be had. `turnsMissing`: some of what was in it is not in this
 * conversation any more. `differs`: what can be made now is not what was sent, as another version made it otherwise or a
 * text was changed outside.
 */
export type RebuiltRequest = { body: string } | { reason: 'turnsMissing' | 'differs' };

/**
 * Makes the body of a request once more, and gives it where it is exactly what was sent.
 *
 * @param encode the request as it goes out; folded where its messages go out as one
 */
export function rebuildRequest(
  conversation: Pick<Conversation, 'turns' | 'removed'>,
  note: RequestNote,
  encode: (request: ChatRequest, isFolded: boolean) => string,
): RebuiltRequest {
  const known = new Map(
    [...(conversation.removed ?? []), ...conversation.turns].map((turn) => [turn.id, turn]),
  );
  const list = resolveTurnList(note, firstRequestLookup(conversation));
  const turns = list
    ?.map((sent) => turnAsSent(sent, known.get(sent.id)))
    .filter((turn) => turn !== undefined);
  if (turns === undefined || turns.length !== list?.length) {
    return { reason: 'turnsMissing' };
  }
  const messages = note.goesOn ? continuationMessages(turns) : buildMessages(turns);
  const body = encode({ ...note.settings, messages }, note.folded === true);
  const bytes = new TextEncoder().encode(body);
  const isSame = bytes.length === note.bytes && crc32(bytes) === note.crc32;
  return isSame ? { body } : { reason: 'differs' };
}

/** A turn as it was: a reply may have been continued since, and may not have counted now or then. */
function turnAsSent({ length }: SentTurn, turn: Turn | undefined): Turn | undefined {
  if (turn?.kind !== 'assistant') {
    return turn;
  }
  const { alternativeTo: _, ...reply } = turn;
  return { ...reply, text: reply.text.slice(0, length) };
}
