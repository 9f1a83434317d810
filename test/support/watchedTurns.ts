import type { Turn } from '../../src/core/conversation/conversation.ts';

/** Wraps turns so that reads of their properties, and of `text` in particular, are counted. */
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
