import type { Clock } from '../clock.ts';

/** ms between two looks. */
const TICK_MS = 1000;
/** A tick that takes so many ms more than it should, on either clock, is one in which the machine slept. */
const MIN_SLEEP_MS = 10_000;
/** ms that a connection has to show life after the machine woke. */
const WAKE_GRACE_MS = 5000;

/** How a watch ended in silence. */
export interface WatchdogTimeout {
  /** ms */
  limitMs: number;
  /** The machine slept, and nothing came after it had woken. */
  isAfterSleep: boolean;
}

/**
 * Waits for signs of life, and calls `onTimeout` once when none has come for `limit` ms. Silence is counted in
 * ticks, not read off a clock: a clock that is set ends nothing and prolongs nothing, and the time in which this
 * process did not run is nobody's silence. Only after a real sleep, of which most connections die, is the rest of
 * the limit cut down to a short grace. A silence is never cut short otherwise; it may be a tick longer.
 */
export class Watchdog {
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  readonly #limitMs: number;
  #hadActivity = false;
  #isArmed = true;

  constructor(limitMs: number, clock: Clock, onTimeout: (silence: WatchdogTimeout) => void) {
    this.#limitMs = limitMs;
    this.#clock = clock;
    this.#waitForTimeout().then(onTimeout, () => {
      // Stopped, which is how most watches end.
    });
  }

  /** Somebody waits for the other side from now on; what it does not ask for can't come. */
  arm(): void {
    this.#isArmed = true;
  }

  /** The other side gave a sign of life, and nobody waits for the next yet. */
  disarm(): void {
    this.#hadActivity = true;
    this.#isArmed = false;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #waitForTimeout(): Promise<WatchdogTimeout> {
    const tick = Math.min(TICK_MS, this.#limitMs);
    let left = this.#limitMs;
    let isAfterSleep = false;
    while (left > 0) {
      if (await this.#didMachineSleep(tick)) {
        isAfterSleep = true;
        left = WAKE_GRACE_MS;
        // A sign of life from before the sleep says nothing of the time after it.
        this.#hadActivity = false;
      } else {
        left -= tick;
      }
      if (this.#hadActivity || !this.#isArmed) {
        this.#hadActivity = false;
        isAfterSleep = false;
        left = this.#limitMs;
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
