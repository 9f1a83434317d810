import type { ChatRequest } from '../../contract/chatRequest.ts';
import { continuationMessages } from '../asking/continuation.ts';
import { crc32 } from '../checksum.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import type { AssistantTurn, Turn } from '../conversation/conversation.ts';
import { withoutAlternatives } from '../conversation/exchange.ts';
import { maskedOf } from '../conversation/maskTurns.ts';
import { maskedThen, sentTurns, withoutRanges } from '../conversation/sentTurns.ts';

/**
 * The body of the last request for a reply, exactly as it was sent. Returns `undefined` if it can't be made again: an
 * earlier turn was removed or is another one now, or another version made the request differently.
 *
 * @param encode returns the body that is sent for a request; if `isFolded`, with all messages in one
 */
export function rebuildRequest(
  turns: readonly Turn[],
  reply: AssistantTurn,
  encode: (request: ChatRequest, isFolded: boolean) => string,
): string | undefined {
  const note = reply.requests?.at(-1);
  if (note === undefined) {
    return undefined;
  }
  const { settings, folded, leftOut = [], masked = [], continuedAt } = note;
  const before = turns.slice(
    0,
    turns.findIndex(({ id }) => id === reply.id),
  );
  const asked = before.slice(0, before.findLastIndex(({ kind }) => kind === 'user') + 1);
  const continued = continuedAt === undefined ? [] : [{ ...reply, text: reply.text.slice(0, continuedAt) }];
  const conversation = [...before, ...continued];
  // Ranges don't fit if an exchange was removed or moved since. If it was not sent, the others may still be as sent.
  const possible = [withoutAlternatives(withoutRanges(asked, leftOut)), sentTurns(asked)].flatMap((turns) => {
    const sent = [...turns, ...continued];
    // What turns know to be replaced may be of another turn that was masked later, or is gone since.
    const forms = sent.some(({ maskedParts }) => maskedParts) ? [sent.map(withoutMaskedParts), sent] : [sent];
    // Earlier versions did not say which turns were masked: none or, if all were by then, those of now.
    return [maskedThen(conversation, sent, masked), maskedOf(conversation)].flatMap((masks) =>
      forms.map((form) => [form, masks] as const),
    );
  });
  for (const [sent, masks] of possible) {
    const messages =
      continuedAt === undefined ? buildMessages(sent, masks) : continuationMessages(sent, masks);
    const body = encode({ ...settings, messages }, folded === true);
    const encoded = new TextEncoder().encode(body);
    if (encoded.length === note.bytes && crc32(encoded) === note.crc32) {
      return body;
    }
  }
  return undefined;
}

function withoutMaskedParts(turn: Turn): Turn {
  const { maskedParts, ...rest } = turn;
  return maskedParts === undefined ? turn : rest;
}
