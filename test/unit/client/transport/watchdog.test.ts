import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog, type WatchdogTimeout } from '../../../../src/client/transport/watchdog.ts';
import { FakeClock } from '../fakeClock.ts';

const HOUR = 3_600_000;
const LIMIT_MS = 60_000;

function watch(limit = LIMIT_MS) {
  const clock = new FakeClock();
  const timeouts: WatchdogTimeout[] = [];
  const watchdog = new Watchdog(limit, clock, (timeout) => timeouts.push(timeout));
  return { clock, timeouts, watchdog };
}

test('silence ends at its limit, and once', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
  await clock.advance(HOUR);
  assert.equal(timeouts.length, 1);
  assert.equal(clock.timerCount, 0);
});

test('a sign of life begins the limit anew, and the silence after it is never cut short', async () => {
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

test('what nobody asks for is not missed', async () => {
  const { clock, timeouts, watchdog } = watch();
  watchdog.disarm();
  await clock.advance(HOUR);
  assert.deepEqual(timeouts, []);
  watchdog.arm();
  await clock.advance(LIMIT_MS + 1000);
  assert.equal(timeouts.length, 1);
});

test('a watch that was stopped leaves no timer behind', async () => {
  const { clock, timeouts, watchdog } = watch();
  await clock.advance(1500);
  watchdog.stop();
  await clock.advance(HOUR);
  assert.deepEqual(timeouts, []);
  assert.equal(clock.timerCount, 0);
});

test('a clock that is set back lets no silence live longer', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(1500);
  clock.adjust(-6 * HOUR);
  await clock.advance(LIMIT_MS - 1500);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
});

test('a clock that is set forth ends nothing that shows life', async () => {
  const { clock, timeouts, watchdog } = watch();
  await clock.advance(1500);
  clock.adjust(6 * HOUR);
  await clock.advance(4000);
  watchdog.disarm();
  watchdog.arm();
  await clock.advance(LIMIT_MS - 1);
  assert.deepEqual(timeouts, []);
  await clock.advance(1001);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
});

for (const monotonicAdvances of [true, false]) {
  const clocks = monotonicAdvances ? 'both clocks go on' : 'the monotonic clock stands still';
  test(`after a sleep in which ${clocks}, silence ends within seconds`, async () => {
    const { clock, timeouts } = watch();
    await clock.advance(1500);
    clock.sleepMachine(8 * HOUR, monotonicAdvances);
    await clock.advance(0);
    assert.deepEqual(timeouts, []);
    await clock.advance(6000);
    assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: true }]);
  });

  test(`after a sleep in which ${clocks}, what shows life goes on as before`, async () => {
    const { clock, timeouts, watchdog } = watch();
    await clock.advance(1500);
    clock.sleepMachine(8 * HOUR, monotonicAdvances);
    await clock.advance(3000);
    watchdog.disarm();
    watchdog.arm();
    await clock.advance(LIMIT_MS - 1);
    assert.deepEqual(timeouts, []);
    await clock.advance(1001);
    assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
  });
}

test('a process that was busy for some seconds is no sleep, and its time is not counted', async () => {
  const { clock, timeouts } = watch();
  await clock.advance(1500);
  clock.sleepMachine(8000, true);
  await clock.advance(LIMIT_MS - 3000);
  assert.deepEqual(timeouts, []);
  await clock.advance(2000);
  assert.deepEqual(timeouts, [{ limitMs: LIMIT_MS, isAfterSleep: false }]);
});
