import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesBeside, wholeLines } from '../../../../src/core/editing/wholeLines.ts';

const LINES = ['one', 'two', '', 'four', 'five'];

type Numbers = [startLine: number, startCharacter: number, endLine: number, endCharacter: number];

function grow(...ranges: Numbers[]): Numbers[] {
  const grown = wholeLines(
    ranges.map(([line, character, endLine, endCharacter]) => ({
      start: { line, character },
      end: { line: endLine, character: endCharacter },
    })),
    (line) => LINES[line] ?? '',
  );
  return grown.map(({ start, end }) => [start.line, start.character, end.line, end.character]);
}

test('selections grow to whole lines, in order, without the next line, and those that meet become one', () => {
  assert.deepEqual(grow([1, 2, 1, 3]), [[1, 0, 1, 3]]);
  assert.deepEqual(grow([0, 1, 2, 0]), [[0, 0, 1, 3]]);
  assert.deepEqual(grow([3, 1, 4, 2], [0, 0, 0, 1]), [
    [0, 0, 0, 3],
    [3, 0, 4, 4],
  ]);
  assert.deepEqual(grow([0, 1, 0, 2], [1, 1, 3, 0], [3, 2, 3, 4]), [[0, 0, 3, 4]]);
  assert.deepEqual(grow([0, 2, 2, 0], [0, 0, 0, 1]), [[0, 0, 1, 3]]);
  assert.deepEqual(grow([1, 1, 1, 1], [2, 0, 3, 0]), [[2, 0, 2, 0]]);
});

test('an empty selection stands for its line only if that is blank', () => {
  assert.deepEqual(grow([2, 0, 2, 0]), [[2, 0, 2, 0]]);
  assert.deepEqual(grow([3, 0, 3, 0], [0, 3, 0, 3]), []);
  assert.deepEqual(grow([0, 0, 0, 1], [2, 0, 2, 0], [4, 1, 4, 1]), [
    [0, 0, 0, 3],
    [2, 0, 2, 0],
  ]);
  assert.deepEqual(grow([2, 0, 2, 0], [1, 0, 1, 1]), [[1, 0, 2, 0]]);
});

test('lines around are without those that are selected, each once', () => {
  const range = (start: number, end: number) => ({ start, end });
  assert.deepEqual(linesBeside([range(0, 9)], [range(4, 5)]), [range(0, 4), range(5, 9)]);
  assert.deepEqual(linesBeside([range(5, 9), range(0, 6)], [range(7, 8), range(2, 3)]), [
    range(0, 2),
    range(3, 7),
    range(8, 9),
  ]);
  assert.deepEqual(linesBeside([range(3, 5)], [range(0, 9)]), []);
});
