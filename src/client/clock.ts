/** Maximum delay of a timer, in ms. With a longer one, it would fire immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Source of time, injected so that tests need not wait. */
export interface Clock {
  /**
   * The time of day, in ms since 1970. Jumps when the system clock is set, so it only stamps, and no duration is computed
   * from it. `test/unit/clock.test.ts` lists the sources that read it.
   */
  now(): number;
  /** ms since an arbitrary start; never jumps, but may not advance while the machine sleeps. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason on an abort, and leaves no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const wake = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      // A timer of Node.js may fire up to 1 ms early.
      const timer = setTimeout(wake, Math.min(Math.ceil(ms) + 1, MAX_DELAY_MS));
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }),
};
