import type { Clock } from '../../../src/client/clock.ts';

/** Rounds of promises that may follow from one another at one point in time. */
const SETTLE_ROUNDS = 30;

interface Timer {
  at: number;
  wake(): void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #monotonic = 0;
  /** What the machine's clock shows beyond the monotonic one. */
  #offset: number;
  #timers: Timer[] = [];

  constructor(now = Date.parse('2026-11-21T12:00:00Z')) {
    this.#offset = now;
  }

  now(): number {
    return this.#monotonic + this.#offset;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  get timerCount(): number {
    return this.#timers.length;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(signal.reason);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const timer: Timer = { at: this.#monotonic + ms, wake };
      this.#timers.push(timer);
      signal.addEventListener('abort', stop);
    });
  }

  /** Somebody sets the machine's clock. */
  adjust(ms: number): void {
    this.#offset += ms;
  }

  /** The machine sleeps: nothing runs, its clock goes on, and the monotonic one too where it does so in sleep. */
  sleepMachine(ms: number, monotonicAdvances: boolean): void {
    if (monotonicAdvances) {
      this.#monotonic += ms;
    } else {
      this.#offset += ms;
    }
  }

  /** Lets so many ms pass, with all that happens in them. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (await settle(); await this.#next(end); ) {
      // Each step wakes one sleeper.
    }
    this.#monotonic = Math.max(this.#monotonic, end);
    await settle();
  }

  /** Lets time pass until nobody sleeps any more. */
  async advanceAll(): Promise<void> {
    for (await settle(); await this.#next(Number.POSITIVE_INFINITY); ) {
      // Each step wakes one sleeper.
    }
  }

  /** Lets time pass until something real has happened. */
  async advanceUntil(happened: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    happened.then(over, over);
    while (!isOver) {
      await Promise.race([happened.then(over, over), nextMacrotask()]);
      await this.#next(Number.POSITIVE_INFINITY);
    }
  }

  async #next(end: number): Promise<boolean> {
    const next = this.#timers.reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    );
    if (next === undefined || next.at > end) {
      return false;
    }
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.#monotonic = Math.max(this.#monotonic, next.at);
    next.wake();
    await settle();
    return true;
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    await null;
  }
}

/** One turn of the event loop, in which the network can be heard. */
function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
