/** Those that fit, the best first; of equals the one that came first. */
export function ranked<T>(items: readonly T[], scoreOf: (item: T) => number | undefined, most: number): T[] {
  return items
    .flatMap((item) => {
      const score = scoreOf(item);
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
