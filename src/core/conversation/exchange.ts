import { type Conversation, isAlternative, isRunning, type Turn } from './conversation.ts';
import { createNoteCopier } from './requestNote.ts';

/** What is copied from. */
type CopySource = Pick<Conversation, 'turns' | 'removed'>;

/** A question and what was answered to it: positions of turns, the end not included. */
interface ExchangeRange {
  start: number;
  end: number;
}

/** The exchange that a turn is in, be it the question or a reply. */
export function exchangeOf(turns: readonly Turn[], turnId: string): ExchangeRange | undefined {
  const at = turns.findIndex(({ id }) => id === turnId);
  if (at === -1) {
    return undefined;
  }
  let [start, end] = [at, at + 1];
  while (start > 0 && turns[start]?.kind === 'assistant') {
    start--;
  }
  while (turns[end]?.kind === 'assistant') {
    end++;
  }
  return { start, end };
}

/** The exchange that a turn is in, where it has come to its end and no reply has text. */
export function unansweredExchangeOf(turns: readonly Turn[], turnId: string): ExchangeRange | undefined {
  const exchange = exchangeOf(turns, turnId);
  const isUnanswered = turns
    .slice(exchange?.start, exchange?.end)
    .every((turn) => turn.kind === 'user' || (turn.text === '' && !isRunning(turn)));
  return isUnanswered ? exchange : undefined;
}

/**
 * Where an exchange comes back that was taken out. What was asked meanwhile comes after it; so does the question that
 * came after it before.
 *
 * @param previousStart where it stood
 * @param followerId the id of the turn that came after it
 */
export function restoreIndexOf(turns: readonly Turn[], previousStart: number, followerId?: string): number {
  const place = turns.findIndex(({ id }) => id === followerId);
  let at = place === -1 ? Math.min(previousStart, turns.length) : place;
  while (turns[at]?.kind === 'assistant') {
    // A reply that has come meanwhile belongs to the question before.
    at++;
  }
  return at;
}

/**
 * The turns up to the end of the exchange that a turn is in, for a conversation of its own: with new ids, since an id
 * names one turn alone. `undefined` where the turn is not there, or its reply still runs.
 */
export function forkAfter(
  original: CopySource,
  turnId: string,
  newId: () => string,
): readonly Turn[] | undefined {
  const { turns } = original;
  const exchange = exchangeOf(turns, turnId);
  const kept = exchange && turns.slice(0, exchange.end);
  return kept === undefined || kept.some(isRunning)
    ? undefined
    : copyWithNewIds(keepOneReply(kept, turnId), newId, original);
}

/** One reply to each question: that of the id where it is among them, else the one that counts. */
export function keepOneReply(turns: readonly Turn[], turnId: string): readonly Turn[] {
  const chosen = turns.find(({ id }) => id === turnId);
  const instead = chosen?.kind === 'assistant' ? chosen.alternativeTo : undefined;
  return turns
    .filter((turn) => turn.id === turnId || (turn.id !== instead && !isAlternative(turn)))
    .map((turn) => {
      if (turn.kind === 'user') {
        return turn;
      }
      const { alternativeTo: _, ...reply } = turn;
      return reply;
    });
}

/** The turns before the exchange that a turn is in, for a conversation of its own, as `forkAfter` gives them. */
export function forkBefore(
  original: CopySource,
  turnId: string,
  newId: () => string,
): readonly Turn[] | undefined {
  const { turns } = original;
  const exchange = exchangeOf(turns, turnId);
  return exchange && copyWithNewIds(keepOneReply(turns.slice(0, exchange.start), turnId), newId, original);
}

/** Turns of a conversation for another, with new ids. A reply that still runs goes on in its own alone. */
export function copyWithNewIds(
  turns: readonly Turn[],
  newId: () => string,
  original: CopySource = { turns },
): Turn[] {
  const ids = new Map(turns.map(({ id }) => [id, newId()]));
  const copyRequests = createNoteCopier(original, ids);
  const idOf = (id: string): string => ids.get(id) ?? id;
  return turns.map((turn) => {
    if (turn.kind === 'user') {
      return { ...turn, id: idOf(turn.id) };
    }
    const { wait: _wait, isInOtherWindow: _isElsewhere, ...reply } = turn;
    return {
      ...reply,
      id: idOf(turn.id),
      ...(isRunning(turn) && { status: 'interrupted' }),
      ...(turn.alternativeTo !== undefined && { alternativeTo: idOf(turn.alternativeTo) }),
      ...(turn.requests !== undefined && { requests: copyRequests(turn.requests) }),
    };
  });
}
