import type { TokenUsage } from '../../contract/replyEvent.ts';
import {
  type AssistantTurn,
  type Conversation,
  type Turn,
  totalUsage,
} from '../conversation/conversation.ts';
import type { History } from '../history/history.ts';

interface Sources {
  history: Pick<History, 'list' | 'open'>;
  /** Conversations in memory, which may have turns that are not saved. */
  loaded: readonly Pick<Conversation, 'id' | 'turns'>[];
}

/**
 * Tokens of the replies among these turns, as far as the service reported them. The copies of a reply, in conversations
 * that were duplicated or forked, count once.
 */
export function usedTokens(turns: readonly Turn[]): Required<TokenUsage> {
  const usages = new Map<string, TokenUsage>();
  for (const turn of turns) {
    const usage = turn.kind === 'assistant' ? totalUsage(turn) : undefined;
    if (turn.kind === 'assistant' && usage !== undefined) {
      usages.set(JSON.stringify([turn.startedAt, turn.model, usage.inputTokens, usage.outputTokens]), usage);
    }
  }
  const total = { inputTokens: 0, outputTokens: 0 };
  for (const { inputTokens = 0, outputTokens = 0 } of usages.values()) {
    total.inputTokens += inputTokens;
    total.outputTokens += outputTokens;
  }
  return total;
}

/**
 * Tokens of the replies that ended, or are running, since a time in ms since 1970: in memory, and in the stored
 * conversations that have changed since, one after the other. Rejects if one can't be read or the signal aborts.
 */
export async function usedTokensSince(
  since: number,
  { history, loaded }: Sources,
  signal: AbortSignal,
): Promise<Required<TokenUsage>> {
  const isSince = (turn: Turn): turn is AssistantTurn =>
    turn.kind === 'assistant' && (turn.endedAt ?? turn.startedAt) >= since;
  const replies = loaded.flatMap(({ turns }) => turns.filter(isSince));
  const loadedIds = new Set(loaded.map(({ id }) => id));
  for (const { id, changedAt } of await history.list()) {
    signal.throwIfAborted();
    if (changedAt >= since && !loadedIds.has(id)) {
      replies.push(...((await history.open(id))?.turns.filter(isSince) ?? []));
    }
  }
  return usedTokens(replies);
}
