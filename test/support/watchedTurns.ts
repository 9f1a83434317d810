import type { Turn } from '../../src/core/conversation/conversation.ts';

/** The same turns, with how often anything of them was read, and their texts. */
export function watchedTurns(turns: readonly Turn[]): {
  turns: Turn[];
  reads: () => number;
  texts: () => number;
} {
  let [reads, texts] = [0, 0];
  return {
    turns: turns.map(
      (turn) =>
        new Proxy(turn, {
          get: (target, property) => {
            reads += 1;
            texts += property === 'text' ? 1 : 0;
            return Reflect.get(target, property);
          },
        }),
    ),
    reads: () => reads,
    texts: () => texts,
  };
}
