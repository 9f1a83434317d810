import type { AssistantTurn, Conversation, Turn } from '../conversation/conversation.ts';
import { firstRequestLookup, resolveTurnList } from '../conversation/requestNote.ts';

/** A request whose input tokens the service has reported. */
export interface CountedRequest {
  /** Ids of the turns in the request. */
  turnIds: ReadonlySet<string>;
  /** Baseline tokens of these turns; more than 0. */
  baselineTokens: number;
  /** As reported by the service. */
  inputTokens: number;
  /** The reply, if the service has counted all of it. */
  reply?: { id: string; tokens: number };
}

/** Maximum ratio, either way, of a count to the baseline. A higher ratio can't be right. */
const MAX_COUNT_RATIO = 8;
/** Maximum number of tokens that a service may add to each request, such as a prompt of its own. */
const MAX_ADDED_TOKENS = 50_000;

/** Whether a service may have counted this many tokens for a request. */
export function isPlausibleCount(tokens: number, baseline: number): boolean {
  return tokens >= baseline / MAX_COUNT_RATIO && tokens <= baseline * MAX_COUNT_RATIO + MAX_ADDED_TOKENS;
}

/**
 * The last request of a conversation that this model has counted. The reply contains the count, and its request note
 * the turns, so the counted turns are known even if turns were left out, removed or added since. Returns `undefined`
 * if there is no such request, if its turns are unknown (as in an imported conversation), or if the count is
 * implausible.
 *
 * @param baselineOf baseline tokens of the message of a turn
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
  const sentTurns = (note && resolveTurnList(note, firstRequestLookup(conversation))) ?? [];
  const turnsById = new Map([...removed, ...turns].map((turn) => [turn.id, turn]));
  const countedTurns = sentTurns.map(({ id }) => turnsById.get(id)).filter((turn) => turn !== undefined);
  const baselineTokens = countedTurns.reduce((sum, turn) => sum + baselineOf(turn), 0);
  const { inputTokens = 0, outputTokens } = counted.usage ?? {};
  if (
    baselineTokens === 0 ||
    countedTurns.length !== sentTurns.length ||
    !isPlausibleCount(inputTokens, baselineTokens)
  ) {
    return undefined;
  }
  // The count of a reply that ended early may be incomplete.
  const isWhole = counted.status === 'finished' || counted.status === 'cutAtLimit';
  return {
    turnIds: new Set(countedTurns.map(({ id }) => id)),
    baselineTokens,
    inputTokens,
    ...(isWhole && outputTokens !== undefined && { reply: { id: counted.id, tokens: outputTokens } }),
  };
}

/** Excludes requests to continue a reply: they contain more than turns. */
function isCountedBy({ usage, requests }: AssistantTurn, model: string): boolean {
  const note = requests?.at(-1);
  // The model as requested: the reply may name it differently.
  return usage?.inputTokens !== undefined && note?.settings.model === model && note.goesOn === undefined;
}
