import { buildMessages } from '../conversation/buildMessages.ts';
import type { AssistantTurn, Turn } from '../conversation/conversation.ts';
import { sentWithNext } from '../conversation/sentTurns.ts';
import { messageTokens } from './baselineTokens.ts';

/**
 * How many tokens the service will count for a request: what it counted for the last one of the conversation, plus the
 * baseline tokens of what was added since, times a ratio. Each count gives the ratio of its model.
 */
export function estimateTokens(baseline: number, ratio: number, last = NOTHING_COUNTED): number {
  return baseline < last.baseline
    ? last.tokens * (baseline / last.baseline)
    : last.tokens + (baseline - last.baseline) * ratio;
}

/** What the service counted for a request, and the baseline tokens of its messages. */
export interface TokenCount {
  tokens: number;
  baseline: number;
}

const NOTHING_COUNTED: TokenCount = { tokens: 0, baseline: 0 };

/** Maximum ratio of a count to the baseline, either way: no tokenizer differs more. */
export const MAX_RATIO = 4;
/** Maximum number of tokens that a service may add to each request, such as a prompt of its own. */
const MAX_ADDED_TOKENS = 50_000;
/** Minimum baseline tokens to learn from: with fewer, the overhead of messages dominates. */
const MIN_SAMPLE_TOKENS = 50;

/**
 * Returns the ratio of a model after a request was counted. What a service adds to each request, such as a prompt of its
 * own, is in the last count, too, and cancels out. Implausible counts change nothing.
 *
 * @param ratio until now; `undefined` if nothing was learned yet
 * @param last the last count of the conversation before
 */
export function learnRatio(
  ratio: number | undefined,
  count: TokenCount,
  last = NOTHING_COUNTED,
): number | undefined {
  const newBaseline = count.baseline - last.baseline;
  const sample = (count.tokens - last.tokens) / newBaseline;
  if (newBaseline < MIN_SAMPLE_TOKENS || !(sample >= 1 / MAX_RATIO && sample <= MAX_RATIO)) {
    return ratio;
  }
  return ratio === undefined ? sample : (ratio + sample) / 2;
}

/** The last count of a model in a conversation. Counts that can't be right are ignored. */
export function lastCount(turns: readonly Turn[], model: string): TokenCount | undefined {
  for (let index = turns.length - 1; index >= 0; index--) {
    const turn = turns[index];
    const count = turn?.kind === 'assistant' ? countOf(turn, model) : undefined;
    if (count !== undefined) {
      return count;
    }
  }
  return undefined;
}

function countOf({ usage, requests }: AssistantTurn, model: string): TokenCount | undefined {
  const { settings, baselineTokens: baseline = 0 } = requests?.at(-1) ?? {};
  const tokens = usage?.inputTokens ?? 0;
  // The model as requested: the reply may name it differently.
  const isPlausible =
    baseline > 0 && tokens >= baseline / MAX_RATIO && tokens <= baseline * MAX_RATIO + MAX_ADDED_TOKENS;
  return settings?.model === model && isPlausible ? { tokens, baseline } : undefined;
}

/** Ids of the questions that are sent with the next one, oldest first. */
export function sentQuestionIds(turns: readonly Turn[]): string[] {
  return sentWithNext(turns).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));
}

/**
 * Baseline tokens of the turns that are sent with the next question. Only sums up what is known of each turn, so that it
 * is fast enough for each key press.
 *
 * @param leftOutExchanges how many of the oldest exchanges are left out in addition
 */
export function historyBaseline(turns: readonly Turn[], leftOutExchanges = 0): number {
  let [tokens, exchanges] = [0, 0];
  for (const turn of sentWithNext(turns)) {
    exchanges += turn.kind === 'user' ? 1 : 0;
    if (exchanges === 0 || exchanges > leftOutExchanges) {
      tokens += turnBaseline(turn);
    }
  }
  return tokens;
}

const turnBaselines = new WeakMap<Turn, number>();

/** Baseline tokens of the message of a turn; 0 if it becomes none. Turns are immutable, so each is read once. */
function turnBaseline(turn: Turn): number {
  const tokens = turnBaselines.get(turn) ?? messageTokens(buildMessages([turn]));
  turnBaselines.set(turn, tokens);
  return tokens;
}
