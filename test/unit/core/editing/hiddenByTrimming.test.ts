import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hiddenByTrimming } from '../../../../src/core/editing/hiddenByTrimming.ts';

const BLOCK = ['if (a) {', '  b();', '', '  c();', '}'];

describe('the lines that a diff without white space hides', () => {
  for (const [name, left, right, expected] of [
    ['none of equal texts', BLOCK, BLOCK, []],
    ['none of empty texts', [''], [''], []],
    ['a recipe in a Makefile whose tab became blanks', ['all:', '\tcc a.c'], ['all:', '    cc a.c'], [1]],
    ['blanks that were added or removed at the end', ['a', 'b  ', 'c'], ['a  ', 'b', 'c'], [0, 1]],
    ['blank lines that became empty', ['a', '  ', 'b'], ['a', '', 'b'], [1]],
    ['a block that was indented', BLOCK, BLOCK.map((line) => line && `  ${line}`), [0, 1, 3, 4]],
    [
      'a block that was wrapped, by its places on the right',
      BLOCK,
      ['while (x) {', ...BLOCK.map((line) => line && `  ${line}`), '}', 'd();'],
      [1, 2, 4, 5],
    ],
    [
      'a line of a template string, but not the one that has another text too',
      ['const a = `', '  one', '  two', '`;'],
      ['const a = `', 'one', 'three', '`;'],
      [1],
    ],
    ['none that differ in white space within', ['a  b', 'c'], ['a b', 'c'], []],
    ['none that moved, since they are shown twice', ['a', 'x', 'y'], ['x', 'y', '  a'], []],
    ['lines below others that were removed or added', ['1', '2', 'a', 'b'], ['a ', 'n', 'b '], [0, 2]],
    ['none without a counterpart', ['a'], ['a', '  ', '  b'], []],
  ] as const) {
    test(`are ${name}`, () => {
      assert.deepEqual(hiddenByTrimming(left, right), expected);
    });
  }

  test('are those at the ends of texts that are too repetitive to compare', () => {
    const lines = (name: string) => Array.from({ length: 5000 }, (_, index) => `${name}${index % 7}`);
    const [left, right] = [
      ['\thead', ...lines('a'), 'tail'],
      ['head', ...lines('b'), 'tail '],
    ];
    assert.deepEqual(hiddenByTrimming(left, right), [0, 5001]);
  });
});
