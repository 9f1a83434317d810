/** Source of time, injected so that tests need not wait. */
export interface Clock {
  /** ms since 1970; jumps when the system clock is set. */
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
      const timer = setTimeout(wake, ms);
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Maximum length of one timer, in ms: a wait whose end passes while the machine sleeps ends soon after it wakes. */
const MAX_SLEEP_MS = 1000;

/**
 * Resolves at `until`, in ms since 1970, or when that much time has passed on the monotonic clock, so that setting the
 * system clock back does not prolong the wait. Rejects with the signal's reason on an abort.
 */
export async function sleepUntil(until: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const end = clock.monotonic() + (until - clock.now());
  for (;;) {
    signal.throwIfAborted();
    const remaining = Math.min(until - clock.now(), end - clock.monotonic());
    if (remaining <= 0) {
      return;
    }
    await clock.sleep(Math.min(remaining, MAX_SLEEP_MS), signal);
  }
}
