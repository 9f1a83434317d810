/** Maximum number of `times` in any interval of `ms`, both ends included. */
export function mostWithin(times: readonly number[], ms: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  sorted.forEach((time, last) => {
    while (time - (sorted[first] ?? time) > ms) {
      first += 1;
    }
    most = Math.max(most, last - first + 1);
  });
  return most;
}
