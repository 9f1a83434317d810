/**
 * What comes of some work, or something else where that takes too long or fails.
 * @param timeoutMs the longest wait
 */
export async function withTimeout<T>(timeoutMs: number, work: Thenable<T>, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  try {
    return await Promise.race([work, end]);
  } catch {
    return fallback;
  } finally {
    clearTimeout(timer);
  }
}
