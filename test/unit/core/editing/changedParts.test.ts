import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedParts } from '../../../../src/core/editing/changedParts.ts';

const BEFORE = 'abcdefghijklmnopqrstuvwxyz'.split('');

function partsOf(after: readonly string[], ...asked: [start: number, end: number][]): string[] {
  return changedParts(
    BEFORE,
    after,
    asked.map(([start, end]) => ({ start, end })),
  ).map(({ start, end }) => after.slice(start, end).join(''));
}

test('what tells a changed text is what stands in the place of what was asked about, and all changes', () => {
  assert.deepEqual(partsOf(BEFORE, [10, 12]), ['kl']);
  assert.deepEqual(partsOf(BEFORE.with(10, 'K'), [10, 12]), ['Kl']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(0, 0, 'import'), [10, 12]), ['import', 'kl']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(10, 2, 'one', 'two', 'three'), [10, 12]), ['onetwothree']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(11, 0, 'new'), [10, 12]), ['knewl']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(12, 0, 'below'), [10, 12]), ['klbelow']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(10, 2), [10, 12]), []);
  assert.deepEqual(partsOf(BEFORE.toSpliced(2, 1), [10, 12]), ['kl']);
  // A change that reaches beyond what was asked about.
  assert.deepEqual(partsOf(BEFORE.toSpliced(9, 4, 'J', 'M'), [10, 12]), ['JM']);
  // Near ones are one part, of several selections too.
  assert.deepEqual(partsOf(BEFORE.with(5, 'F'), [8, 9], [20, 21]), ['Fghi', 'u']);
  assert.deepEqual(partsOf([], [10, 12]), []);
});
