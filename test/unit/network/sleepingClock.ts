import process from 'node:process';
import { type Clock, systemClock } from '../../../src/client/clock.ts';

export interface Sleeps {
  /** Hours that go by whenever this process is stopped and continued. */
  hours: number;
  /** How much faster than the machine's this clock runs, so that a test need not wait for its seconds. */
  speed: number;
}

/** The clock of a machine that sleeps: when the process is continued (SIGCONT), it is hours later. */
export function sleepingClock({ hours, speed }: Sleeps): Clock {
  let slept = 0;
  process.on('SIGCONT', () => {
    slept += hours * 3_600_000;
  });
  const began = systemClock.now();
  return {
    now: () => began + (systemClock.now() - began) * speed + slept,
    // Stands still in a sleep, as it does on Linux and macOS.
    monotonic: () => systemClock.monotonic() * speed,
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
