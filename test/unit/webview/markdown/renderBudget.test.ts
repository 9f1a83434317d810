import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RenderBudget } from '../../../../src/webview/markdown/renderBudget.ts';

/** Runs renders with these durations, in ms. Returns the result of each. */
function runRenders(...durations: number[]): boolean[] {
  let now = 1000;
  const budget = new RenderBudget(() => now);
  return durations.map((duration) =>
    budget.run(() => {
      now += duration;
    }),
  );
}

test('fast renders never exhaust the budget', () => {
  assert.ok(runRenders(...Array.from({ length: 1000 }, () => 300)).every(Boolean));
});

test('a single slow render does not exhaust the budget, and a fast one resets it', () => {
  assert.deepEqual(runRenders(1500, 10, 1500, 10, 1500), [true, true, true, true, true]);
});

test('consecutive slow renders exhaust the budget', () => {
  assert.deepEqual(runRenders(1500, 1000, 1500), [true, true, false]);
});

test('one stall never exhausts the budget, however long, but another slow render right after it does', () => {
  assert.deepEqual(runRenders(10, 2401, 10, 60_000, 10), [true, true, true, true, true]);
  assert.deepEqual(runRenders(60_000, 401), [true, false]);
});

test('the budget always runs the callback', () => {
  let done = 0;
  new RenderBudget().run(() => done++);
  assert.equal(done, 1);
});
