import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog, type WatchdogTimeout } from '../../../../src/client/transport/watchdog.ts';
import { FakeClock } from '../fakeClock.ts';

const HOUR_MS = 3_600_000;
const LIMIT_MS = 60_000;

function watch(limit = LIMIT_MS) {
  const clock = new FakeClock();
  const timeouts: WatchdogTimeout[] = [];
  const watchdog = new Watchdog(limit, clock, (timeout) => timeouts.push(timeout));
  return { clock, timeouts, watchdog };
}

test('the timeout elapses after the limit, once', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
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
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
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
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
});

for (const monotonicAdvances of [true, false]) {
  const clocks = monotonicAdvances ? 'both clocks advance' : 'the monotonic clock does not advance';
  test(`after a sleep in which ${clocks}, the timeout elapses within seconds`, async () => {
    const { clock, timeouts } = watch();
    await clock.advance(1500);
    clock.sleepMachine(8 * HOUR_MS, monotonicAdvances);
    await clock.advance(0);
    assert.deepEqual(timeouts, []);
    await clock.advance(6000);
    assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: true }]);
  });

  test(`after a sleep in which ${clocks}, activity restores the full timeout`, async () => {
    const { clock, timeouts, watchdog } = watch();
    await clock.advance(1500);
    clock.sleepMachine(8 * HOUR_MS, monotonicAdvances);
    await clock.advance(3000);
    watchdog.disarm();
    watchdog.arm();
    await clock.advance(LIMIT_MS - 1);
    assert.deepEqual(timeouts, []);
    await clock.advance(1001);
    assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
  });
}

test('a process blocked for some seconds does not count as asleep, nor does that time count', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(1500);
  clock.sleepMachine(8000, true);
  await clock.advance(LIMIT_MS - 3000);
  assert.deepEqual(timeouts, []);
  await clock.advance(2000);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
});
