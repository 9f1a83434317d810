import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog } from '../../../../src/client/transport/watchdog.ts';
import { FakeClock } from '../fakeClock.ts';

const HOUR_MS = 3_600_000;
const LIMIT_MS = 60_000;

function watch(limit = LIMIT_MS) {
  const clock = new FakeClock();
  const timeouts: number[] = [];
  const watchdog = new Watchdog(limit, clock, () => timeouts.push(clock.monotonic()));
  return { clock, timeouts, watchdog };
}

test('the timeout elapses after the limit, once', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1);
  assert.equal(timeouts.length, 1);
  await clock.advance(HOUR_MS);
  assert.equal(timeouts.length, 1);
  assert.equal(clock.timerCount, 0);
});

test('activity restarts the timeout, which is never shortened', async () => {
  const { clock, timeouts, watchdog } = watch();
  for (let round = 0; round < 10; round++) {
    await clock.advance(LIMIT_MS - 500);
    watchdog.disarm();
    watchdog.arm();
  }
  assert.deepEqual(timeouts, []);
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1001);
  assert.equal(timeouts.length, 1);
});

test('time without a pending read does not count', async () => {
  const { clock, timeouts, watchdog } = watch();
  watchdog.disarm();
  await clock.advance(HOUR_MS);
  assert.deepEqual(timeouts, []);
  watchdog.arm();
  await clock.advance(LIMIT_MS + 1000);
  assert.equal(timeouts.length, 1);
});

test('a stopped watchdog leaves no timer behind', async () => {
  const { clock, timeouts, watchdog } = watch();
  await clock.advance(1500);
  watchdog.stop();
  await clock.advance(HOUR_MS);
  assert.deepEqual(timeouts, []);
  assert.equal(clock.timerCount, 0);
});

test('setting the clock back does not extend the timeout', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(1500);
  clock.adjust(-6 * HOUR_MS);
  await clock.advance(LIMIT_MS - 1500);
  assert.equal(timeouts.length, 1);
});

test('setting the clock forward does not shorten the timeout', async () => {
  const { clock, timeouts, watchdog } = watch();
  await clock.advance(1500);
  clock.adjust(6 * HOUR_MS);
  await clock.advance(4000);
  watchdog.disarm();
  watchdog.arm();
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1001);
  assert.equal(timeouts.length, 1);
});

for (const monotonicAdvances of [true, false]) {
  const clocks = monotonicAdvances ? 'both clocks advance' : 'the monotonic clock does not advance';
  for (const [gap, ms] of [
    ['a sleep of the machine', 8 * HOUR_MS],
    ['a blocked process', 12_000],
  ] as const) {
    test(`the time of ${gap} in which ${clocks} does not count`, async () => {
      const { clock, timeouts } = watch();
      await clock.advance(1500);
      clock.sleepMachine(ms, monotonicAdvances);
      await clock.advance(LIMIT_MS - 3000);
      assert.deepEqual(timeouts, []);
      await clock.advance(2000);
      assert.equal(timeouts.length, 1);
    });
  }
}
