import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hunkAt } from '../../../../src/core/editing/hunkAt.ts';

const at = (left: string, right: string, side: 'left' | 'right'): (number | undefined)[] => {
  const [ofLeft, ofRight] = [left.split(''), right.split('')];
  const lines = side === 'left' ? ofLeft : ofRight;
  return lines.map((_, line) => hunkAt(ofLeft, ofRight, { line, side })?.leftStart);
};

/** Each letter is a line. Expected is, for each line, the first line on the left of the hunk that it belongs to. */
describe('the hunk at a line', () => {
  for (const [what, left, right, onLeft, onRight] of [
    ['replaced', 'abc', 'aXc', [undefined, 1, undefined], [undefined, 1, undefined]],
    [
      'missing on the right: either neighbor',
      'abcd',
      'abd',
      [undefined, undefined, 2, undefined],
      [undefined, 2, 2],
    ],
    ['missing on the left', 'abd', 'abcd', [undefined, 2, 2], [undefined, undefined, 2, undefined]],
    // Which of the equal lines was added can’t be told. Here, it is the last.
    ['one of several equal ones', 'a}z', 'a}}z', [2, 2, 2], [undefined, 2, 2, undefined]],
    ['that could be told otherwise', 'x{}y', 'x{}{}y', [3, 3, 3, 3], [undefined, 3, 3, 3, 3, undefined]],
    [
      'two hunks',
      'abcde',
      'aXcYe',
      [undefined, 1, undefined, 3, undefined],
      [undefined, 1, undefined, 3, undefined],
    ],
    ['nothing', 'ab', 'ab', [undefined, undefined], [undefined, undefined]],
  ] as const) {
    test(what, () => {
      assert.deepEqual([at(left, right, 'left'), at(left, right, 'right')], [onLeft, onRight]);
    });
  }
});
