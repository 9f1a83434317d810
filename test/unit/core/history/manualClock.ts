import type { HistoryClock } from '../../../../src/core/history/files/historyClock.ts';

/** A clock that only tests advance. */
export class ManualClock implements HistoryClock {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  /** How far the time of day was set, in ms. */
  setBy = 0;

  readonly now = (): number => this.#now + this.setBy;

  readonly monotonic = (): number => this.#now;

  readonly schedule = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Number of pending timers. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Advances the time, runs the timers that become due, and awaits everything that can settle. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (true) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) {
        break;
      }
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Resolves when everything has settled that waits only for promises. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
