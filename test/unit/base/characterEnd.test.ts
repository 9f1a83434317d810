import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from '../../../src/base/characterEnd.ts';

test('a text is cut between characters', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((max) => cutText('a🧭b', max)),
    ['', 'a', 'a', 'a🧭', 'a🧭b', 'a🧭b'],
  );
});
