import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RenderBudget } from '../../../../src/webview/markdown/renderBudget.ts';

/** Spends draws that take as long as is said, in ms; gives what came of each. */
function spend(...durations: number[]): boolean[] {
  let now = 1000;
  const budget = new RenderBudget(() => now);
  return durations.map((duration) =>
    budget.run(() => {
      now += duration;
    }),
  );
}

test('quick draws go on for ever', () => {
  assert.ok(spend(...Array.from({ length: 1000 }, () => 300)).every(Boolean));
});

test('one slow draw is forgiven, and a quick one makes it forgotten', () => {
  assert.deepEqual(spend(1500, 10, 1500, 10, 1500), [true, true, true, true, true]);
});

test('slow draws in a row are not', () => {
  assert.deepEqual(spend(1500, 1000, 1500), [true, true, false]);
});

test('nor is one that stops the panel', () => {
  assert.deepEqual(spend(5000), [false]);
});

test('the work is done in any case', () => {
  let done = 0;
  new RenderBudget().run(() => done++);
  assert.equal(done, 1);
});
