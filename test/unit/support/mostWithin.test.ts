import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostWithin } from '../../support/mostWithin.ts';

test('mostWithin: counts both ends of the interval and accepts times in any order', () => {
  assert.equal(mostWithin([], 10), 0);
  assert.equal(mostWithin([5], 10), 1);
  assert.equal(mostWithin([0, 11, 22], 10), 1);
  assert.equal(mostWithin([40, 10, 0, 30, 20], 10), 2);
  assert.equal(mostWithin([0, 1, 2, 100, 101, 102, 103], 10), 4);
});
