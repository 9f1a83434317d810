/** Does the same with each of many, a few at a time. @returns what came of each, in their order */
export async function mapConcurrently<T, U>(
  items: readonly T[],
  maxConcurrent: number,
  job: (item: T) => Promise<U>,
): Promise<U[]> {
  const results = new Array<U>(items.length);
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      results[index] = await job(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, work));
  return results;
}
