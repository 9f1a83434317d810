import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as bounds from '../../../src/base/bounds.ts';
import { nearestWithin, within } from '../../../src/base/numberSchemas.ts';

for (const [name, range] of Object.entries(bounds)) {
  if (typeof range === 'function') {
    continue;
  }
  const { min, max, isWhole } = range;
  const middle = isWhole ? Math.floor((min + max) / 2) : (min + max) / 2;
  const beyond: readonly (readonly [value: number, nearest: number])[] = [
    [min - 1, min],
    [-1e300, min],
    [Number.NEGATIVE_INFINITY, min],
    [max * 2, max],
    [1e300, max],
    [Number.POSITIVE_INFINITY, max],
    ...(isWhole ? [[min + 0.4, min] as const] : []),
  ];

  test(`a number of ${name} is one within the bounds`, () => {
    for (const value of [min, middle, max]) {
      assert.equal(within(range).parse(value), value);
      assert.equal(nearestWithin(range).parse(value), value);
    }
    for (const [value, nearest] of beyond) {
      assert.equal(within(range).safeParse(value).success, false, `${value}`);
      assert.equal(nearestWithin(range).parse(value), nearest, `${value}`);
    }
    for (const value of [Number.NaN, '1', null, undefined, {}, [1], 1n]) {
      assert.equal(within(range).safeParse(value).success, false, `${value}`);
      assert.equal(nearestWithin(range).safeParse(value).success, false, `${value}`);
    }
  });
}

test('every number of TIME is a date', () => {
  assert.equal(new Date(bounds.TIME.max).toISOString(), '+275760-09-13T00:00:00.000Z');
});
