/**
 * The outcome of `work`, or a rejection with the signal's reason as soon as it aborts, whatever becomes of the
 * work then.
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  if (signal.aborted) {
    stop();
  }
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
