import type { Turn } from './conversation.ts';
import { maskedOf, withMaskedParts } from './maskTurns.ts';

/** The masked turns of a conversation, also those that are gone: what they show to be a secret stays one. */
export class MaskedTurns {
  /** As each was last. */
  readonly #all = new Map<string, Turn>();

  /** @returns `now`, of which the masked turns know what is replaced in them if turns were masked, came or went */
  whenReplaced(before: readonly Turn[], now: readonly Turn[]): readonly Turn[] {
    const [were, are] = [maskedOf(before), maskedOf(now)];
    const ids = new Set(were.map(({ id }) => id));
    if (were.length === are.length && are.every(({ id }) => ids.has(id))) {
      return now;
    }
    for (const turn of [...were, ...are]) {
      this.#all.set(turn.id, turn);
    }
    return withMaskedParts(now, [...this.#all.values()]);
  }
}
