import type { ChatRequest } from '../../contract/chatRequest.ts';
import { continuationMessages } from '../asking/continuation.ts';
import { crc32 } from '../checksum.ts';
import { buildMessages } from '../conversation/buildMessages.ts';
import type { AssistantTurn, Turn } from '../conversation/conversation.ts';
import { exchangeOf, withoutAlternatives } from '../conversation/exchange.ts';
import { withoutMasks } from '../conversation/sentTo.ts';
import { sentTurns, withoutRanges } from '../conversation/sentTurns.ts';

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
  const { settings, folded, leftOut = [], continuedAt } = note;
  const asked = turns.slice(0, (exchangeOf(turns, reply.id)?.start ?? 0) + 1);
  const continued = continuedAt === undefined ? [] : [{ ...reply, text: reply.text.slice(0, continuedAt) }];
  // Ranges don't fit if an exchange was removed or moved since. If it was not sent, the others may still be as sent.
  const possible = [withoutAlternatives(withoutRanges(asked, leftOut)), sentTurns(asked)];
  const sent = possible.map((before) => [...before, ...continued]);
  const conversation = [...asked, ...continued];
  // Turns that are masked now may not have been then.
  for (const [all, before] of [
    ...sent.map((turns) => [turns, conversation] as const),
    ...sent.map((turns) => [withoutMasks(turns), []] as const),
  ]) {
    const messages =
      continuedAt === undefined ? buildMessages(all, before) : continuationMessages(all, before);
    const body = encode({ ...settings, messages }, folded === true);
    const encoded = new TextEncoder().encode(body);
    if (encoded.length === note.bytes && crc32(encoded) === note.crc32) {
      return body;
    }
  }
  return undefined;
}
