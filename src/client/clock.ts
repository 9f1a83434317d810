/** Time, as the client sees it. Handed in, so that tests need not wait. */
export interface Clock {
  /** ms since 1970; jumps when the machine's clock is set. */
  now(): number;
  /** ms from any beginning; never jumps, and may stand still while the machine sleeps. */
  monotonic(): number;
  /** Rejects with the signal's reason on an abort, and leaves no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
    }),
};

/** ms; short, so that a machine that slept through the end of a wait goes on soon after it wakes. */
const MAX_SLEEP_MS = 1000;

/**
 * Waits until a time in ms since 1970. A clock that is set back meanwhile does not prolong the wait: it ends as
 * soon as either clock has reached its end. Rejects with the signal's reason on an abort.
 */
export async function sleepUntil(until: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const end = clock.monotonic() + (until - clock.now());
  for (;;) {
    signal.throwIfAborted();
    const left = Math.min(until - clock.now(), end - clock.monotonic());
    if (left <= 0) {
      return;
    }
    await clock.sleep(Math.min(left, MAX_SLEEP_MS), signal);
  }
}
