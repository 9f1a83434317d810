import type { Clock } from '../clock.ts';

/** ms between two looks. */
const TICK = 1000;
/** A tick that takes so many ms more than it should, on either clock, is one in which the machine slept. */
const SLEPT = 10_000;
/** ms that a connection has to show life after the machine woke. */
const GRACE = 5000;

/** How a watch ended in silence. */
export interface Silence {
  /** ms */
  limit: number;
  /** The machine slept, and nothing came after it had woken. */
  slept: boolean;
}

/**
 * Waits for signs of life, and calls `onSilent` once when none has come for `limit` ms. Silence is counted in
 * ticks, not read off a clock: a clock that is set ends nothing and prolongs nothing, and the time in which this
 * process did not run is nobody's silence. Only after a real sleep, of which most connections die, is the rest of
 * the limit cut down to a short grace. A silence is never cut short otherwise; it may be a tick longer.
 */
export class Watchdog {
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  readonly #limit: number;
  #heard = false;
  #listening = true;

  constructor(limit: number, clock: Clock, onSilent: (silence: Silence) => void) {
    this.#limit = limit;
    this.#clock = clock;
    this.#watch().then(onSilent, () => {
      // Stopped, which is how most watches end.
    });
  }

  /** Somebody waits for the other side from now on; what it does not ask for can't come. */
  listen(): void {
    this.#listening = true;
  }

  /** The other side gave a sign of life, and nobody waits for the next yet. */
  heard(): void {
    this.#heard = true;
    this.#listening = false;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<Silence> {
    const tick = Math.min(TICK, this.#limit);
    let left = this.#limit;
    let slept = false;
    while (left > 0) {
      if (await this.#sleptThrough(tick)) {
        slept = true;
        left = GRACE;
        // A sign of life from before the sleep says nothing of the time after it.
        this.#heard = false;
      } else {
        left -= tick;
      }
      if (this.#heard || !this.#listening) {
        this.#heard = false;
        slept = false;
        left = this.#limit;
      }
    }
    return { limit: this.#limit, slept };
  }

  async #sleptThrough(ms: number): Promise<boolean> {
    const clock = this.#clock;
    const [now, monotonic] = [clock.now(), clock.monotonic()];
    await clock.sleep(ms, this.#stop.signal);
    return Math.max(clock.now() - now, clock.monotonic() - monotonic) - ms > SLEPT;
  }
}
