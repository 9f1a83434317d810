import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lineHunks } from '../../../../src/core/editing/lineHunks.ts';
import { mergeLines } from '../../../../src/core/editing/mergeLines.ts';
import { holds } from '../../../support/property.ts';

const fewLines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

describe('lineHunks', () => {
  it('are the places where two texts differ', () => {
    assert.deepEqual(lineHunks(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']), [
      { leftStart: 1, leftEnd: 2, rightStart: 1, rightEnd: 2 },
      { leftStart: 4, leftEnd: 4, rightStart: 4, rightEnd: 5 },
    ]);
  });

  it('make one text of the other', async () => {
    await holds(
      fc.property(fewLines, fewLines, (left, right) => {
        const result = [...left];
        for (const hunk of lineHunks(left, right).reverse()) {
          const lines = right.slice(hunk.rightStart, hunk.rightEnd);
          result.splice(hunk.leftStart, hunk.leftEnd - hunk.leftStart, ...lines);
        }
        assert.deepEqual(result, right);
      }),
      { runs: 1000 },
    );
  });

  it('are one for long texts that differ everywhere', () => {
    const lines = (name: string) => Array.from({ length: 5000 }, (_, index) => `${name}${index % 7}`);
    const whole = { leftStart: 1, leftEnd: 5001, rightStart: 1, rightEnd: 5001 };
    assert.deepEqual(lineHunks(['head', ...lines('a')], ['head', ...lines('b')]), [whole]);
  });
});

describe('mergeLines', () => {
  it('applies changes of different lines', () => {
    const merged = mergeLines(['a', 'b', 'c', 'd'], ['A', 'b', 'c', 'd'], ['a', 'b', 'c', 'D', 'e']);
    assert.deepEqual(merged, { lines: ['A', 'b', 'c', 'D', 'e'], isClean: true });
  });

  it('prefers what is proposed where both changed the same lines', () => {
    const merged = mergeLines(['a', 'b', 'c'], ['a', 'mine', 'c'], ['a', 'theirs', 'c']);
    assert.deepEqual(merged, { lines: ['a', 'theirs', 'c'], isClean: false });
  });

  it('has no conflict where both changed the same in the same way', () => {
    assert.deepEqual(mergeLines(['a', 'b'], ['a', 'x'], ['a', 'x']), { lines: ['a', 'x'], isClean: true });
  });

  // Lines as letters. The results are those of `git merge-file --theirs`.
  for (const [asked, present, proposed, expected, isClean] of [
    ['ax', 'axx', 'axx', 'axx', true],
    ['ax', 'axx', 'kaxx', 'kaxx', true],
    ['ax', 'naxx', 'axx', 'naxx', true],
    ['abx', 'abxx', 'bxx', 'bxx', true],
    ['abcx', 'acxx', 'abcxx', 'acxx', true],
    ['abcx', 'abnxx', 'kabcxx', 'kabnxxx', true],
    ['bba', 'abbaxa', 'bbba', 'abbbaxa', true],
    ['bxba', 'bxbxba', 'bbaxa', 'bbxbaxa', true],
    ['aaxabbx', 'aaxax', 'xabbxx', 'xaxx', true],
    ['ax', 'axx', 'kaxxx', 'kaxxx', false],
    ['abx', 'bxx', 'axx', 'axxx', false],
    ['xbb', 'axb', 'xbbb', 'axbbb', false],
  ] as const) {
    it(`merges ${present} and ${proposed}, both from ${asked}, as Git does`, () => {
      assert.deepEqual(mergeLines([...asked], [...present], [...proposed]), {
        lines: [...expected],
        isClean,
      });
    });
  }

  it('adds once what both added in the same place', async () => {
    const above = fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 });
    const below = fc.array(fc.constantFrom('x', 'y'), { maxLength: 4 });
    await holds(
      fc.property(above, above, below, below, (top, newTop, bottom, newBottom) => {
        const middle = ['one', 'two', 'three'];
        const asked = [...top, ...middle, ...bottom];
        const present = [...top, ...middle, ...newBottom];
        const proposed = [...newTop, ...middle, ...newBottom];
        assert.deepEqual(mergeLines(asked, present, proposed), { lines: proposed, isClean: true });
        assert.deepEqual(mergeLines(asked, proposed, present), { lines: proposed, isClean: true });
      }),
      { runs: 1000 },
    );
  });

  it('keeps both of two changes far apart', async () => {
    const line = fc.constantFrom('a', 'b', 'c');
    const part = fc.array(line, { maxLength: 4 });
    await holds(
      fc.property(part, part, part, part, (top, bottom, newTop, newBottom) => {
        const middle = ['one', 'two', 'three'];
        const asked = [...top, ...middle, ...bottom];
        const present = [...newTop, ...middle, ...bottom];
        const proposed = [...top, ...middle, ...newBottom];
        const expected = [...newTop, ...middle, ...newBottom];
        assert.deepEqual(mergeLines(asked, present, proposed), { lines: expected, isClean: true });
      }),
      { runs: 1000 },
    );
  });
});
