import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleepUntil } from '../../../src/client/clock.ts';
import { neverAborted } from './connect.ts';
import { FakeClock } from './fakeClock.ts';

const HOUR_MS = 3_600_000;

function start(ms: number) {
  const clock = new FakeClock();
  let isOver = false;
  const sleeping = sleepUntil(clock.now() + ms, clock, neverAborted).then(() => {
    isOver = true;
  });
  return { clock, sleeping, isOver: () => isOver };
}

test('a wait ends at its time, not before', async () => {
  const { clock, isOver } = start(60_000);
  await clock.advance(59_999);
  assert.equal(isOver(), false);
  await clock.advance(1);
  assert.equal(isOver(), true);
});

test('setting the clock back does not prolong a wait', async () => {
  const { clock, isOver } = start(60_000);
  await clock.advance(30_000);
  clock.adjust(-5 * HOUR_MS);
  await clock.advance(29_999);
  assert.equal(isOver(), false);
  await clock.advance(1);
  assert.equal(isOver(), true);
});

test('a wait whose end passes while the machine sleeps ends within a second of waking', async () => {
  const { clock, isOver } = start(60_000);
  await clock.advance(1500);
  clock.sleepMachine(HOUR_MS, false);
  await clock.advance(1000);
  assert.equal(isOver(), true);
});

test('an aborted wait rejects with the reason and leaves no timer behind', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const sleeping = assert.rejects(sleepUntil(clock.now() + HOUR_MS, clock, controller.signal), /enough/);
  await clock.advance(5000);
  controller.abort(new Error('enough'));
  await sleeping;
  assert.equal(clock.timerCount, 0);
});
