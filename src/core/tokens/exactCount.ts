import { difference, MESSAGE, type Measure, NOTHING, REQUEST } from './measure.ts';
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
  if (messages.length === 0) {
    return NOTHING;
  }
  const whole = [...REQUEST];
  for (const { measure } of messages) {
    for (const [figure, value] of measure.entries()) {
      whole[figure] = (whole[figure] ?? 0) + value + (MESSAGE[figure] ?? 0);
    }
  }
  return whole;
}

/** Tokens at the usual rates, of the texts alone. */
export function usualTokens(messages: readonly MeasuredText[]): number {
  return messages.reduce((total, { usual }) => total + usual, 0);
}

/**
 * The count that has most in common with the messages: where the least stands in one of them alone, at the usual
 * rates. What was removed from a conversation, or left out, makes little of it worthless.
 */
export function nearest(counts: readonly ExactCount[], messages: readonly MeasuredText[]): ExactCount {
  const here = new Map<number, number>();
  for (const { digest } of messages) {
    here.set(digest, (here.get(digest) ?? 0) + 1);
  }
  const usual = usualTokens(messages);
  let best = ZERO;
  let least = usual;
  for (const count of counts) {
    const apart = usual + usualTokens(count.messages) - 2 * usualShared(count.messages, here);
    if (apart < least) {
      best = count;
      least = apart;
    }
  }
  return best;
}

/** Tokens of those messages that are also here, each as often as it is in both. */
function usualShared(messages: readonly MeasuredText[], here: ReadonlyMap<number, number>): number {
  const taken = new Map<number, number>();
  let shared = 0;
  for (const { digest, usual } of messages) {
    const times = (taken.get(digest) ?? 0) + 1;
    taken.set(digest, times);
    shared += times <= (here.get(digest) ?? 0) ? usual : 0;
  }
  return shared;
}

/** What the messages have beyond those that were counted. */
export function beyond(count: ExactCount, messages: readonly MeasuredText[]): Measure {
  return difference(measureOf(messages), count.measure);
}
