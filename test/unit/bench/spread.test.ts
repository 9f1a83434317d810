import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spread } from '../../bench/spread.ts';

test('runs are ordered as numbers for the median, and kept in the order in which they ran', () => {
  assert.deepEqual(spread([30, 4, 100]), { median: 30, min: 4, max: 100, runs: [30, 4, 100] });
});

test('the median of an even number of runs lies between the two in the middle', () => {
  assert.equal(spread([1, 9, 4, 2]).median, 3);
});

test('no runs have no median', () => {
  assert.throws(() => spread([]), /No run/);
});
