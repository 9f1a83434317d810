import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedParts } from '../../../../src/core/editing/changedParts.ts';
import { equalLines, lineHunks } from '../../../../src/core/editing/lineHunks.ts';
import { holds } from '../../../support/property.ts';

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
  assert.deepEqual(partsOf(BEFORE.toSpliced(10, 2), [10, 12]), ['jm']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(2, 1), [10, 12]), ['bd', 'kl']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(3, 9), [10, 14]), ['cmn']);
  assert.deepEqual(partsOf(BEFORE.toSpliced(3, 9), [10, 12]), ['cm']);
  // A change that reaches beyond what was asked about.
  assert.deepEqual(partsOf(BEFORE.toSpliced(9, 4, 'J', 'M'), [10, 12]), ['JM']);
  // Near ones are one part, of several selections too.
  assert.deepEqual(partsOf(BEFORE.with(5, 'F'), [8, 9], [20, 21]), ['Fghi', 'u']);
  assert.deepEqual(partsOf([''], [10, 12]), ['']);
});

test('parts are in order and apart, and have all changes and what is left of the lines that were asked about', async () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { minLength: 1, maxLength: 20 });
  const asked = fc.tuple(fc.nat(19), fc.nat(19));
  await holds(
    fc.property(lines, lines, asked, (before, after, [one, other]) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other) + 1];
      fc.pre(end <= before.length);
      const parts = changedParts(before, after, [{ start, end }]);
      const ends = parts.flatMap((part) => [part.start, part.end]);
      assert.ok(
        ends.every((line, index) => line > (ends[index - 1] ?? -1)) && (ends.at(-1) ?? 0) <= after.length,
      );
      const wanted = [
        ...lineHunks(before, after).map(({ rightStart, rightEnd }) => [rightStart, rightEnd] as const),
        ...(equalLines(before, after) ?? [])
          .filter(({ left }) => left >= start && left < end)
          .map(({ right }) => [right, right + 1] as const),
      ];
      for (const [from, to] of wanted) {
        assert.ok(parts.some((part) => part.start <= from && part.end >= to));
      }
    }),
    { runs: 20_000 },
  );
});
