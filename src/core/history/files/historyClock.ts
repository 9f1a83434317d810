/** Time, as history sees it. Handed in, so that tests need not wait. */
export interface HistoryClock {
  /** ms since 1970 */
  now(): number;
  /** Runs something in so many ms. @returns what calls that off */
  after(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: HistoryClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
