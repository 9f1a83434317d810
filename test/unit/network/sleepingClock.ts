import process from 'node:process';
import { type Clock, systemClock } from '../../../src/client/clock.ts';

export interface Sleeps {
  /** Hours by which the clock advances when this process is suspended and resumed. */
  hours: number;
  /** Factor by which the clock runs faster, to shorten the tests. */
  speed: number;
}

/** Simulates a machine that sleeps: advances by hours when this process is resumed (SIGCONT). */
export function sleepingClock({ hours, speed }: Sleeps): Clock {
  let sleptMs = 0;
  process.on('SIGCONT', () => {
    sleptMs += hours * 3_600_000;
  });
  const startedAt = systemClock.now();
  return {
    now: () => startedAt + (systemClock.now() - startedAt) * speed + sleptMs,
    // Does not advance during a sleep, as on Linux and macOS.
    monotonic: () => systemClock.monotonic() * speed,
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
