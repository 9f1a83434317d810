import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rangeAfterChange } from '../../../../src/core/editing/rangeAfterChange.ts';
import { linesOf, type TextRange, textIn } from '../../../../src/core/editing/textRange.ts';

const BEFORE = 'a\n  b\n  c\nd\ne';

function range(start: readonly [number, number], end: readonly [number, number]): TextRange {
  return {
    start: { line: start[0], character: start[1] },
    end: { line: end[0], character: end[1] },
  };
}

const WHOLE_LINES = range([1, 0], [2, 3]);
const BEFORE_LINE = range([1, 0], [3, 0]);
const WITHIN = range([1, 2], [2, 3]);

describe('the range of a text that was replaced', () => {
  for (const [name, asked, after, expected] of [
    ['more lines', WHOLE_LINES, 'a\n  b\n  b\n  x\nd\ne', '  b\n  b\n  x'],
    ['fewer lines', WHOLE_LINES, 'a\n  x\nd\ne', '  x'],
    ['lines like those below', WHOLE_LINES, 'a\nd\nd\ne', 'd'],
    ['up to the next line', BEFORE_LINE, 'a\n  x\nd\ne', '  x\n'],
    ['removed up to the next line', BEFORE_LINE, 'a\nd\ne', ''],
    ['within lines', WITHIN, 'a\n  x\nd\ne', 'x'],
    ['with another indentation', WITHIN, 'a\n\tx\nd\ne', '\tx'],
    ['removed', WHOLE_LINES, 'a\nd\ne', undefined],
    ['a line above too', WHOLE_LINES, 'A\n  b\n  x\nd\ne', undefined],
    ['a line more above', WHOLE_LINES, 'new\na\n  x\nd\ne', undefined],
    ['a line below too', WHOLE_LINES, 'a\n  x\nd\nE', undefined],
    ['the line that it ended before', BEFORE_LINE, 'a\n  x\nD\ne', undefined],
  ] as const) {
    test(name, () => {
      const lines = linesOf(after);
      const now = rangeAfterChange(asked, linesOf(BEFORE), lines);
      assert.equal(now && textIn(lines, now), expected);
    });
  }
});
