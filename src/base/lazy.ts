/** Loads a value on the first call, once. After a failed load, the next call tries again. */
export interface Lazy<T> {
  /** Rejects if it can't be loaded. */
  (): Promise<T>;
  /** Never starts a load: resolves with `undefined` if none has started or it failed, and waits for a running one. */
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
