/**
 * Runs a long step and prints its start and duration, so that the terminal isn't silent. Uses stderr, because stdout
 * is for results.
 */
export async function longStep<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  process.stderr.write(`${what} ...\n`);
  const result = await work();
  process.stderr.write(`${what}: done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}
