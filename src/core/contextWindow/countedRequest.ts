import type { AssistantTurn, Conversation, Turn } from '../conversation/conversation.ts';
import { firstRequestLookup, resolveTurnList } from '../conversation/requestNote.ts';

/** A request whose tokens the service has counted. */
export interface CountedRequest {
  /** The turns whose messages were in it. */
  turnIds: ReadonlySet<string>;
  /** Tokens of these at the usual rates: more than 0. */
  baselineTokens: number;
  /** As the service counted them. */
  inputTokens: number;
  /** Its reply, where the service has counted all of it. */
  reply?: { id: string; tokens: number };
}

/** A count that is so many times more or less than the usual is none of these messages. */
const MAX_COUNT_RATIO = 8;
/** Maximum number of tokens that a service may add to each request, such as a prompt of its own. */
const MAX_ADDED_TOKENS = 50_000;

/** Whether a service may have counted so many tokens of a request. */
export function isPlausibleCount(tokens: number, baseline: number): boolean {
  return tokens >= baseline / MAX_COUNT_RATIO && tokens <= baseline * MAX_COUNT_RATIO + MAX_ADDED_TOKENS;
}

/**
 * The last request of a conversation that this model has counted. A reply says what it took, and the note of its
 * request which turns were in it: so turns that were left out, removed or added since are told apart from those that
 * were counted. Returns undefined if there is no such request, if it is not known of what it was made (as in a
 * conversation that was imported), or if the count can't be true.
 *
 * @param baselineOf tokens of the message that a turn becomes, at the usual rates
 */
export function findCountedRequest(
  conversation: Pick<Conversation, 'turns' | 'removed'>,
  model: string,
  baselineOf: (turn: Turn) => number,
): CountedRequest | undefined {
  const { turns, removed = [] } = conversation;
  const counted = turns.findLast((turn) => turn.kind === 'assistant' && isCountedBy(turn, model));
  if (counted?.kind !== 'assistant') {
    return undefined;
  }
  const note = counted.requests?.at(-1);
  const list = (note && resolveTurnList(note, firstRequestLookup(conversation))) ?? [];
  const known = new Map([...removed, ...turns].map((turn) => [turn.id, turn]));
  const sent = list.map(({ id }) => known.get(id)).filter((turn) => turn !== undefined);
  const baselineTokens = sent.reduce((sum, turn) => sum + baselineOf(turn), 0);
  const { inputTokens = 0, outputTokens } = counted.usage ?? {};
  if (baselineTokens === 0 || sent.length !== list.length || !isPlausibleCount(inputTokens, baselineTokens)) {
    return undefined;
  }
  // Of a reply that broke off, the count may be that of an earlier moment.
  const isWhole = counted.status === 'finished' || counted.status === 'cutAtLimit';
  return {
    turnIds: new Set(sent.map(({ id }) => id)),
    baselineTokens,
    inputTokens,
    ...(isWhole && outputTokens !== undefined && { reply: { id: counted.id, tokens: outputTokens } }),
  };
}

/** A request to continue a reply is none: there is more in it than turns. */
function isCountedBy({ usage, requests }: AssistantTurn, model: string): boolean {
  const note = requests?.at(-1);
  // The model as it was asked for: the reply may name it in another way.
  return usage?.inputTokens !== undefined && note?.settings.model === model && note.goesOn === undefined;
}
