import type { Clock } from '../../../src/client/clock.ts';

/** Maximum length of a chain of promises that settles without the clock advancing. */
const SETTLE_ROUNDS = 30;

interface Timer {
  at: number;
  wake(): void;
}

/** A clock that only advances when a test advances it. */
export class FakeClock implements Clock {
  #monotonic = 0;
  /** Difference between the system clock and the monotonic clock, in ms. */
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

  /** Sets the system clock forward or, if negative, back. */
  adjust(ms: number): void {
    this.#offset += ms;
  }

  /** Simulates a sleep of the machine: time passes, but no timer runs. The monotonic clock may or may not advance. */
  sleepMachine(ms: number, monotonicAdvances: boolean): void {
    if (monotonicAdvances) {
      this.#monotonic += ms;
    } else {
      this.#offset += ms;
    }
  }

  /** Advances by `ms`, running the timers that elapse. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (await flushMicrotasks(); await this.#next(end); ) {
      // Each iteration runs one timer.
    }
    this.#monotonic = Math.max(this.#monotonic, end);
    await flushMicrotasks();
  }

  /** Advances timer by timer until a promise settles that depends on real I/O. */
  async advanceUntil(settled: Promise<unknown>): Promise<void> {
    let isOver = false;
    const markOver = (): void => {
      isOver = true;
    };
    settled.then(markOver, markOver);
    while (!isOver) {
      await Promise.race([settled.then(markOver, markOver), nextMacrotask()]);
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
    await flushMicrotasks();
    return true;
  }
}

async function flushMicrotasks(): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    await null;
  }
}

/** Lets the event loop process real I/O. */
function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
