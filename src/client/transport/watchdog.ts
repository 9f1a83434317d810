import type { Clock } from '../clock.ts';

/** Interval between two checks, in ms. */
const TICK_MS = 1000;
/** Minimum delay of a tick, on either clock, from which a sleep of the machine is inferred, in ms. */
const MIN_SLEEP_MS = 10_000;
/** Time for a connection to show activity after the machine woke, in ms. */
const WAKE_GRACE_MS = 5000;

export interface WatchdogTimeout {
  limitMs: number;
  /** The machine slept, and there was no activity after it woke. */
  isAfterSleep: boolean;
}

/**
 * Calls `onTimeout` once if there is no activity for `limitMs`. Time is counted in ticks, not read from a clock, so that
 * setting the clock neither shortens nor extends it, and time in which this process did not run does not count.
 * After a sleep of the machine, which most connections do not survive, only a short grace period is left. Otherwise the
 * timeout is never shorter than `limitMs`, and at most one tick longer.
 */
export class Watchdog {
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  readonly #limitMs: number;
  #hadActivity = false;
  #isArmed = true;

  constructor(limitMs: number, clock: Clock, onTimeout: (timeout: WatchdogTimeout) => void) {
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

  async #waitForTimeout(): Promise<WatchdogTimeout> {
    const tick = Math.min(TICK_MS, this.#limitMs);
    let remaining = this.#limitMs;
    let isAfterSleep = false;
    while (remaining > 0) {
      if (await this.#didMachineSleep(tick)) {
        isAfterSleep = true;
        remaining = WAKE_GRACE_MS;
        // Activity before the sleep does not show that the connection survived it.
        this.#hadActivity = false;
      } else {
        remaining -= tick;
      }
      if (this.#hadActivity || !this.#isArmed) {
        this.#hadActivity = false;
        isAfterSleep = false;
        remaining = this.#limitMs;
      }
    }
    return { limitMs: this.#limitMs, isAfterSleep };
  }

  async #didMachineSleep(ms: number): Promise<boolean> {
    const clock = this.#clock;
    const [now, monotonic] = [clock.now(), clock.monotonic()];
    await clock.sleep(ms, this.#stop.signal);
    return Math.max(clock.now() - now, clock.monotonic() - monotonic) - ms > MIN_SLEEP_MS;
  }
}
