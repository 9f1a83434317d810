import type { Clock } from '../clock.ts';

/** Interval between two checks, in ms. */
const TICK_MS = 1000;

/**
 * Calls `onTimeout` once if there is no activity for `limitMs`. Time is counted in ticks, not read from a clock: setting
 * the clock neither shortens nor extends it, and time in which this process did not run, because the machine slept or
 * something else blocked it, does not count. So the timeout is at most one tick longer, and never shorter.
 */
export class Watchdog {
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  readonly #limitMs: number;
  #hadActivity = false;
  #isArmed = true;

  constructor(limitMs: number, clock: Clock, onTimeout: () => void) {
    this.#limitMs = limitMs;
    this.#clock = clock;
    this.#waitForTimeout().then(onTimeout, () => {
      // Stopped, as in most cases.
    });
  }

  /** Starts counting: a read is pending. While none is pending, no data can arrive. */
  arm(): void {
    this.#isArmed = true;
  }

  /** Records activity and stops counting until the next read. */
  disarm(): void {
    this.#hadActivity = true;
    this.#isArmed = false;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #waitForTimeout(): Promise<void> {
    const tick = Math.min(TICK_MS, this.#limitMs);
    let remaining = this.#limitMs;
    while (remaining > 0) {
      await this.#clock.sleep(tick, this.#stop.signal);
      remaining -= tick;
      if (this.#hadActivity || !this.#isArmed) {
        this.#hadActivity = false;
        remaining = this.#limitMs;
      }
    }
  }
}
