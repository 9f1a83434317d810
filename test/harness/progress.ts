/**
 * Runs a step that takes seconds or more, and says on stderr that it began and how long it took, so that nobody
 * looks at a silent terminal. On stderr, because stdout is for results.
 */
export async function longStep<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  process.stderr.write(`${what} ...\n`);
  const result = await work();
  process.stderr.write(`${what}: done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}
