/** Runs `job` on each item, at most `maxConcurrent` at a time. The results are in the order of the items. */
export async function mapConcurrently<T, U>(
  items: readonly T[],
  maxConcurrent: number,
  job: (item: T) => Promise<U>,
): Promise<U[]> {
  const results = new Array<U>(items.length);
  const remaining = items.entries();
  const runWorker = async (): Promise<void> => {
    for (const [index, item] of remaining) {
      results[index] = await job(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, runWorker));
  return results;
}
