/** Something with how well it fits, higher is better. */
export interface Scored<T> {
  item: T;
  score: number;
}

/** Those that fit at all, in the same order. */
export function scored<T>(items: readonly T[], scoreOf: (item: T) => number | undefined): Scored<T>[] {
  return items.flatMap((item) => {
    const score = scoreOf(item);
    return score === undefined ? [] : [{ item, score }];
  });
}

/** The best first; of equals the one that came first. */
export function best<T>(items: readonly Scored<T>[], most: number): Scored<T>[] {
  return items.toSorted((a, b) => b.score - a.score).slice(0, most);
}
