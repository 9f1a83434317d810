import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog, type WatchdogTimeout } from '../../../../src/client/transport/watchdog.ts';
import { FakeClock } from '../fakeClock.ts';

const HOUR = 3_600_000;
const LIMIT = 60_000;

function watch(limit = LIMIT) {
  const clock = new FakeClock();
  const silences: WatchdogTimeout[] = [];
  const watchdog = new Watchdog(limit, clock, (silence) => silences.push(silence));
  return { clock, silences, watchdog };
}

test('silence ends at its limit, and once', async () => {
  const { clock, silences } = watch();
  await clock.pass(LIMIT - 1);
  assert.deepEqual(silences, []);
  await clock.pass(1);
  assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: false }]);
  await clock.pass(HOUR);
  assert.equal(silences.length, 1);
  assert.equal(clock.timers, 0);
});

test('a sign of life begins the limit anew, and the silence after it is never cut short', async () => {
  const { clock, silences, watchdog } = watch();
  for (let round = 0; round < 10; round++) {
    await clock.pass(LIMIT - 500);
    watchdog.disarm();
    watchdog.arm();
  }
  assert.deepEqual(silences, []);
  await clock.pass(LIMIT - 1);
  assert.deepEqual(silences, []);
  await clock.pass(1001);
  assert.equal(silences.length, 1);
});

test('what nobody asks for is not missed', async () => {
  const { clock, silences, watchdog } = watch();
  watchdog.disarm();
  await clock.pass(HOUR);
  assert.deepEqual(silences, []);
  watchdog.arm();
  await clock.pass(LIMIT + 1000);
  assert.equal(silences.length, 1);
});

test('a watch that was stopped leaves no timer behind', async () => {
  const { clock, silences, watchdog } = watch();
  await clock.pass(1500);
  watchdog.stop();
  await clock.pass(HOUR);
  assert.deepEqual(silences, []);
  assert.equal(clock.timers, 0);
});

test('a clock that is set back lets no silence live longer', async () => {
  const { clock, silences } = watch();
  await clock.pass(1500);
  clock.set(-6 * HOUR);
  await clock.pass(LIMIT - 1500);
  assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: false }]);
});

test('a clock that is set forth ends nothing that shows life', async () => {
  const { clock, silences, watchdog } = watch();
  await clock.pass(1500);
  clock.set(6 * HOUR);
  await clock.pass(4000);
  watchdog.disarm();
  watchdog.arm();
  await clock.pass(LIMIT - 1);
  assert.deepEqual(silences, []);
  await clock.pass(1001);
  assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: false }]);
});

for (const monotonicToo of [true, false]) {
  const clocks = monotonicToo ? 'both clocks go on' : 'the monotonic clock stands still';
  test(`after a sleep in which ${clocks}, silence ends within seconds`, async () => {
    const { clock, silences } = watch();
    await clock.pass(1500);
    clock.sleepMachine(8 * HOUR, monotonicToo);
    await clock.pass(0);
    assert.deepEqual(silences, []);
    await clock.pass(6000);
    assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: true }]);
  });

  test(`after a sleep in which ${clocks}, what shows life goes on as before`, async () => {
    const { clock, silences, watchdog } = watch();
    await clock.pass(1500);
    clock.sleepMachine(8 * HOUR, monotonicToo);
    await clock.pass(3000);
    watchdog.disarm();
    watchdog.arm();
    await clock.pass(LIMIT - 1);
    assert.deepEqual(silences, []);
    await clock.pass(1001);
    assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: false }]);
  });
}

test('a process that was busy for some seconds is no sleep, and its time is not counted', async () => {
  const { clock, silences } = watch();
  await clock.pass(1500);
  clock.sleepMachine(8000, true);
  await clock.pass(LIMIT - 3000);
  assert.deepEqual(silences, []);
  await clock.pass(2000);
  assert.deepEqual(silences, [{ limitMs: LIMIT, isAfterSleep: false }]);
});
