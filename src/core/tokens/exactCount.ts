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

/** What the messages have beyond those that were counted. */
export function beyond(count: ExactCount, messages: readonly MeasuredText[]): Measure {
  return difference(measureOf(messages), count.measure);
}
