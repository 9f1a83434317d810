import type { Clock } from '../clock.ts';

/** ms; short, so that a machine that slept through the end of a wait goes on soon after it wakes. */
const LONGEST_NAP = 1000;

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
    await clock.sleep(Math.min(left, LONGEST_NAP), signal);
  }
}
