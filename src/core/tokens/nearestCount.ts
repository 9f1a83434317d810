import { type ExactCount, usualTokens, ZERO } from './exactCount.ts';
import type { MeasuredText } from './measuredText.ts';

/** Finds what of all that was counted is nearest to some messages, by one look at each of them. */
export class NearestCount {
  readonly #counts: readonly ExactCount[];
  readonly #usual: readonly number[];
  /** By digest, how often a message is in each of the counts. */
  readonly #times = new Map<number, number[]>();

  constructor(counts: readonly ExactCount[]) {
    this.#counts = counts;
    this.#usual = counts.map(({ messages }) => usualTokens(messages));
    for (const [index, { messages }] of counts.entries()) {
      for (const { digest } of messages) {
        const times = this.#times.get(digest) ?? new Array<number>(counts.length).fill(0);
        times[index] = (times[index] ?? 0) + 1;
        this.#times.set(digest, times);
      }
    }
  }

  /**
   * The count that has most in common with the messages: where the least stands in one of them alone, at the usual
   * rates. What was removed from a conversation, or left out, makes little of it worthless.
   */
  to(messages: readonly MeasuredText[]): ExactCount {
    const shared = this.#usualShared(messages);
    const usual = usualTokens(messages);
    let best = ZERO;
    let least = usual;
    for (const [index, count] of this.#counts.entries()) {
      const apart = usual + (this.#usual[index] ?? 0) - 2 * (shared[index] ?? 0);
      if (apart < least) {
        best = count;
        least = apart;
      }
    }
    return best;
  }

  /** Of each count, the tokens of those messages that are also here, each as often as it is in both. */
  #usualShared(messages: readonly MeasuredText[]): readonly number[] {
    const shared = new Array<number>(this.#counts.length).fill(0);
    const seen = new Map<number, number>();
    for (const { digest, usual } of messages) {
      const before = seen.get(digest) ?? 0;
      seen.set(digest, before + 1);
      const times = this.#times.get(digest) ?? [];
      for (let index = 0; index < times.length; index++) {
        if ((times[index] ?? 0) > before) {
          shared[index] = (shared[index] ?? 0) + usual;
        }
      }
    }
    return shared;
  }
}
