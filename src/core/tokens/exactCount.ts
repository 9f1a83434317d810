import {
  difference,
  MESSAGE,
  type Measure,
  NOTHING,
  REQUEST,
  sum,
  tokensAt,
  USUAL_RATES,
} from './measure.ts';
import type { MeasuredText } from './measuredText.ts';

/** Messages whose tokens the service itself has told. */
export interface ExactCount {
  messages: readonly MeasuredText[];
  measure: Measure;
  tokens: number;
}

/** Nothing, which takes no tokens: what an estimate begins with where the service has told of nothing like it. */
export const ZERO: ExactCount = { messages: [], measure: NOTHING, tokens: 0 };

/** What a request of these messages is. */
export function measureOf(messages: readonly MeasuredText[]): Measure {
  const parts = messages.flatMap(({ measure }) => [measure, MESSAGE]);
  return messages.length === 0 ? NOTHING : sum(REQUEST, ...parts);
}

/** Tokens at the usual rates, of the texts alone. */
export function usualTokens(messages: readonly MeasuredText[]): number {
  return messages.reduce((total, { measure }) => total + tokensAt(USUAL_RATES, measure), 0);
}

/**
 * The count that has most in common with the messages: where the least stands in one of them alone, at the usual
 * rates. What was removed from a conversation, or left out, makes little of it worthless.
 */
export function nearest(counts: readonly ExactCount[], messages: readonly MeasuredText[]): ExactCount {
  let best = ZERO;
  let least = usualTokens(messages);
  for (const count of counts) {
    const apart = usualApart(count.messages, messages);
    if (apart < least) {
      best = count;
      least = apart;
    }
  }
  return best;
}

function usualApart(one: readonly MeasuredText[], other: readonly MeasuredText[]): number {
  const left = new Map<number, MeasuredText[]>();
  for (const text of other) {
    left.set(text.digest, [...(left.get(text.digest) ?? []), text]);
  }
  const alone = one.filter((text) => left.get(text.digest)?.pop() === undefined);
  return usualTokens(alone) + usualTokens([...left.values()].flat());
}

/** What the messages have beyond those that were counted. */
export function beyond(count: ExactCount, messages: readonly MeasuredText[]): Measure {
  return difference(measureOf(messages), count.measure);
}
