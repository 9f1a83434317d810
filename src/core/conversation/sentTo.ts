import { contentId } from '../checksum.ts';
import type { SecretRange } from '../secrets/foundSecret.ts';
import type { Turn } from './conversation.ts';
import type { SentText } from './sentTexts.ts';

/** The id of a service in `sentTo`: a hash, since the history need not tell the address of a company's server. */
export function serviceId(baseUrl: string): string {
  return contentId(baseUrl);
}

/** Whether a service does not have a turn yet, as far as that is known. What earlier versions sent counts as sent to it. */
export function isNewTo({ sentTo }: Turn, service: string): boolean {
  return sentTo !== undefined && !sentTo.includes(service);
}

/**
 * The turns after some of them were sent to a service. Those of earlier versions count as sent to it, too.
 * @param sent turns of `turns`
 */
export function withSentTo(turns: readonly Turn[], sent: readonly Turn[], service: string): readonly Turn[] {
  const sentSet = new Set(sent);
  return turns.map((turn) =>
    turn.sentTo?.includes(service) || (turn.sentTo && !sentSet.has(turn))
      ? turn
      : { ...turn, sentTo: [...(turn.sentTo ?? []), service] },
  );
}

/** Turns to mask, by their ids, and the `maskedParts` that each has from the start. */
export type TurnsToMask = ReadonlyMap<string, readonly SecretRange[]>;

/** The turns of texts, with what was found in these. Texts without a turn are of a new question. */
export function turnsToMask(
  found: readonly {
    readonly part: Pick<SentText, 'offset'> & { readonly turn?: Turn };
    readonly found: readonly SecretRange[];
  }[],
): TurnsToMask {
  const toMask = new Map<string, SecretRange[]>();
  for (const { part, found: secrets } of found) {
    const { turn, offset } = part;
    if (turn !== undefined) {
      const parts = toMask.get(turn.id) ?? [];
      toMask.set(turn.id, parts);
      for (const { kind, start, end } of secrets) {
        parts.push({ kind, start: offset + start, end: offset + end });
      }
    }
  }
  return toMask;
}

/** The turns with some of them masked when they are sent. */
export function withMasked(turns: readonly Turn[], toMask: TurnsToMask): readonly Turn[] {
  return turns.map((turn) => {
    const maskedParts = toMask.get(turn.id);
    return maskedParts === undefined || turn.isMasked
      ? turn
      : { ...turn, isMasked: true, ...(maskedParts.length > 0 && { maskedParts }) };
  });
}

/** A turn without where it was sent from here, and what came of that, which says nothing of a copy of it elsewhere. */
export function withoutSentTo({ sentTo: _, isMasked: _isMasked, maskedParts: _parts, ...turn }: Turn): Turn {
  return withoutStreamingTurnedOff(turn);
}

/** A turn that doesn't say, or no longer, that it turned streaming off. */
export function withoutStreamingTurnedOff(turn: Turn): Turn {
  if (turn.kind === 'user' || !turn.hasTurnedOffStreaming) {
    return turn;
  }
  const { hasTurnedOffStreaming: _, ...reply } = turn;
  return reply;
}
