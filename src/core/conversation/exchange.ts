import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import {
  type AssistantTurn,
  type Conversation,
  isAlternative,
  isRunning,
  type Turn,
} from './conversation.ts';
import { withMaskedParts } from './maskTurns.ts';

/** Indexes of the turns of an exchange; `end` is exclusive. */
export interface ExchangeRange {
  start: number;
  end: number;
}

/** The exchange that contains a turn, either the question or a reply. */
export function exchangeOf(turns: readonly Turn[], turnId: string): ExchangeRange | undefined {
  const at = turns.findIndex(({ id }) => id === turnId);
  if (at === -1) {
    return undefined;
  }
  let start = at;
  while (start > 0 && turns[start]?.kind === 'assistant') {
    start--;
  }
  return { start, end: endOfExchange(turns, start) };
}

/** All exchanges, in order. Replies without a question before them are one, too. */
export function* exchanges(turns: readonly Turn[]): Generator<ExchangeRange> {
  for (let start = 0; start < turns.length; ) {
    const end = endOfExchange(turns, start);
    yield { start, end };
    start = end;
  }
}

function endOfExchange(turns: readonly Turn[], start: number): number {
  let end = start + 1;
  while (turns[end]?.kind === 'assistant') {
    end++;
  }
  return end;
}

/** The exchange that contains a turn if it has ended and no reply has text. */
export function unansweredExchangeOf(turns: readonly Turn[], turnId: string): ExchangeRange | undefined {
  const exchange = exchangeOf(turns, turnId);
  const isUnanswered = turns
    .slice(exchange?.start, exchange?.end)
    .every((turn) => turn.kind === 'user' || (!hasText(turn.text) && !isRunning(turn)));
  return isUnanswered ? exchange : undefined;
}

/**
 * The turns in the order in which a turn is asked again: its exchange comes last, which moves it if no reply of it has
 * text. `undefined` if it can't be asked again.
 */
export function turnsToRetry(turns: readonly Turn[], turnId: string): readonly Turn[] | undefined {
  const last = turns.at(-1);
  if (last?.id === turnId) {
    return isRunning(last) ? undefined : turns;
  }
  const exchange = unansweredExchangeOf(turns, turnId);
  if (exchange === undefined || exchange.end === turns.length) {
    return exchange && turns;
  }
  const { start, end } = exchange;
  return [...turns.slice(0, start), ...turns.slice(end), ...turns.slice(start, end)];
}

/**
 * Index at which to restore a removed exchange: before the exchange that followed it, and before all newer ones.
 *
 * @param previousStart its previous index
 * @param followerId id of the turn that followed it
 */
export function restoreIndexOf(turns: readonly Turn[], previousStart: number, followerId?: string): number {
  const followerIndex = turns.findIndex(({ id }) => id === followerId);
  let at = followerIndex === -1 ? Math.min(previousStart, turns.length) : followerIndex;
  while (turns[at]?.kind === 'assistant') {
    // A reply added meanwhile belongs to the preceding question.
    at++;
  }
  return at;
}

/**
 * The turns of a new conversation, up to and including the exchange of a turn. They have new ids, since an id belongs
 * to one turn only. Returns `undefined` if there is no such turn, or a reply is still running.
 */
export function forkAfter(
  { turns }: Pick<Conversation, 'turns'>,
  turnId: string,
  newId: () => string,
): readonly Turn[] | undefined {
  const exchange = exchangeOf(turns, turnId);
  return exchange === undefined || turns.slice(0, exchange.end).some(isRunning)
    ? undefined
    : copyUntil(turns, exchange.end, turnId, newId);
}

/**
 * The turns that are part of the conversation. The reply to a question is the one that is not an alternative or, if that
 * has ended without text, the newest alternative with text.
 */
export function withoutAlternatives(turns: readonly Turn[]): readonly Turn[] {
  return [...exchanges(turns)].flatMap(({ start, end }) => {
    const exchange = turns.slice(start, end);
    const isReplied = exchange.some(
      (turn) => turn.kind === 'assistant' && !isAlternative(turn) && (hasText(turn.text) || isRunning(turn)),
    );
    const substitute = isReplied
      ? undefined
      : exchange.findLast((turn) => isAlternative(turn) && hasText(turn.text));
    return exchange.filter((turn) =>
      turn.kind === 'user' || substitute === undefined ? !isAlternative(turn) : turn === substitute,
    );
  });
}

/** The last reply in the conversation that has text. */
export function lastReplyOf(turns: readonly Turn[]): AssistantTurn | undefined {
  return withoutAlternatives(turns).findLast(
    (turn): turn is AssistantTurn => turn.kind === 'assistant' && hasText(turn.text),
  );
}

/** Ids of the replies that were retried and replaced: alternatives to a reply that comes after them. */
export function earlierReplyIds(turns: readonly Turn[]): ReadonlySet<string> {
  const inConversation = new Set(withoutAlternatives(turns));
  const ids = new Set<string>();
  const precedingIds = new Set<string>();
  for (const turn of turns) {
    if (isAlternative(turn) && !precedingIds.has(turn.alternativeTo) && !inConversation.has(turn)) {
      ids.add(turn.id);
    }
    precedingIds.add(turn.id);
  }
  return ids;
}

/**
 * The turns when the last reply is retried. It becomes an alternative to the new reply, like those that were retried
 * before; without text, it is removed.
 */
export function withRetried(turns: readonly Turn[], retried: AssistantTurn, newId: string): readonly Turn[] {
  return turns
    .filter((turn) => turn !== retried || hasText(retried.text))
    .map((turn) =>
      turn.kind === 'assistant' && (turn === retried || turn.alternativeTo === retried.id)
        ? { ...turn, alternativeTo: newId }
        : turn,
    );
}

/** Keeps one reply per question: the one with the id if it is among them, else the one in the conversation. */
export function keepOneReply(turns: readonly Turn[], turnId: string): readonly Turn[] {
  const chosen = turns.find(({ id, kind }) => id === turnId && kind === 'assistant');
  const { start, end } = (chosen && exchangeOf(turns, turnId)) ?? { start: 0, end: 0 };
  const remaining = turns
    .filter((turn, index) => index < start || index >= end || turn.kind === 'user' || turn === chosen)
    .map((turn) => (turn === chosen ? withoutAlternativeTo(turn) : turn));
  return withoutAlternatives(remaining).map(withoutAlternativeTo);
}

/**
 * The replies to a question before one of them was kept, and where they are put back. `undefined` if what remained is
 * no longer there as it was.
 */
export function restoredReplies(
  turns: readonly Turn[],
  remaining: readonly Turn[],
  replies: readonly Turn[],
): { start: number; replies: readonly Turn[] } | undefined {
  const start = turns.findIndex(({ id }) => id === remaining[0]?.id);
  const now = new Map(turns.slice(start, start + remaining.length).map((turn) => [turn.id, turn]));
  if (start === -1 || remaining.some(({ id, text }) => now.get(id)?.text !== text)) {
    return undefined;
  }
  const restored = replies.map((turn) => {
    // It may have been sent, or masked, since.
    const { sentTo, isMasked, maskedParts } = now.get(turn.id) ?? turn;
    return { ...turn, ...omitUndefined({ sentTo, isMasked, maskedParts }) };
  });
  return { start, replies: restored };
}

function withoutAlternativeTo(turn: Turn): Turn {
  if (turn.kind === 'user') {
    return turn;
  }
  const { alternativeTo: _, ...reply } = turn;
  return reply;
}

/** Like `forkAfter`, with the turns before the exchange. */
export function forkBefore(
  { turns }: Pick<Conversation, 'turns'>,
  turnId: string,
  newId: () => string,
): readonly Turn[] | undefined {
  const exchange = exchangeOf(turns, turnId);
  return exchange && copyUntil(turns, exchange.start, turnId, newId);
}

/** Copies the turns before `end`. Those that stay behind may have shown what is a secret in the others. */
function copyUntil(turns: readonly Turn[], end: number, turnId: string, newId: () => string): Turn[] {
  return copyWithNewIds(keepOneReply(withMaskedParts(turns, turns).slice(0, end), turnId), newId);
}

/**
 * Copies turns for another conversation, with new ids. A reply that is still running continues only in the original.
 */
export function copyWithNewIds(turns: readonly Turn[], newId: () => string): Turn[] {
  const ids = new Map(turns.map(({ id }) => [id, newId()]));
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
    };
  });
}
