/** How long something may take to read, in ms: a file system, Git or a language service may never respond. */
export const READ_LIMIT_MS = 10_000;

/** Resolves to `fallback` if `work` rejects or takes longer than `timeoutMs`. */
export async function withTimeout<T>(timeoutMs: number, work: Thenable<T>, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return fallback;
  } finally {
    clearTimeout(timer);
  }
}
