/** Gives a value that is loaded with the first call, and once. Where that failed, the next call tries it again. */
export interface Lazy<T> {
  /** Rejects if it can't be loaded. */
  (): Promise<T>;
  /** Loads nothing: `undefined` if it was not asked for yet, or can't be loaded. Waits while it is being loaded. */
  ifLoaded(): Promise<T | undefined>;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  const get = (): Promise<T> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(get, { ifLoaded: async () => await loading?.catch(() => undefined) });
}
