/**
 * What comes of some work, or something else where that takes too long or fails.
 * @param ms the longest wait
 */
export async function within<T>(ms: number, work: Thenable<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([work, end]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
