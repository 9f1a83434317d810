/** Time, as the client sees it. Handed in, so that tests need not wait. */
export interface Clock {
  /** ms since 1970; jumps when the machine's clock is set. */
  now(): number;
  /** ms from any beginning; never jumps, and may stand still while the machine sleeps. */
  monotonic(): number;
  /** Rejects with the signal's reason on an abort, and leaves no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
