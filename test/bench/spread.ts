/** A quantity measured in several runs. `runs` is in the order of the runs. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: readonly number[];
}

/**
 * Summarizes runs. The median of an even number of runs is the mean of the middle two.
 * @throws Error if there are no runs
 */
export function spread(runs: readonly number[]): Spread {
  const sorted = runs.toSorted((a, b) => a - b);
  const [min, max] = [sorted.at(0), sorted.at(-1)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  if (min === undefined || max === undefined || low === undefined || high === undefined) {
    throw new Error('There are no runs');
  }
  return { median: (low + high) / 2, min, max, runs: [...runs] };
}
