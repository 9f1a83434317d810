import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codePart, isWholeLines } from '../../../../src/core/editing/codePart.ts';
import { holds } from '../../../support/property.ts';

describe('a selected part of a code block', () => {
  const CODE = '  one()\n\n  two(😀)\nthree';
  const [TWO, THREE] = [CODE.indexOf('two'), CODE.indexOf('three')];
  const FACE = CODE.indexOf('😀');

  for (const [name, start, end, expected] of [
    ['within a line is exactly its text', 2, 5, 'one'],
    ['of two lines is all of both', TWO + 1, THREE + 1, '  two(😀)\nthree'],
    ['from a line to an empty one is both', 4, 9, '  one()\n'],
    ['from an empty line is that line too', 8, TWO + 1, '\n  two(😀)'],
    ['that ends at the start of a line leaves out that line', TWO, THREE, 'two(😀)'],
    ['that starts at the end of a line leaves out that line', CODE.length - 6, CODE.length, 'three'],
    ['that is only a line end is nothing', 7, 8, ''],
    ['that starts inside a character contains it', FACE + 1, FACE + 3, '😀)'],
    ['that ends inside a character contains it', FACE - 1, FACE + 1, '(😀'],
    ['beyond the end goes to the end', THREE, 1000, 'three'],
    ['that starts beyond the end is nothing', 1000, 1001, ''],
  ] as const) {
    test(name, () => assert.equal(codePart(CODE, { start, end }), expected));
  }

  test('is empty, or contains the selected text and is whole lines if it touches several', async () => {
    const code = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀') });
    await holds(
      fc.property(code, fc.nat(12), fc.nat(12), (text, start, length) => {
        const part = { start, end: start + length + 1 };
        const result = codePart(text, part);
        const selected = text.slice(part.start, part.end).toWellFormed().replaceAll('\ufffd', '');
        const isLines = isWholeLines(text, part);
        assert.ok(result.includes(selected.replace(/^\n/, '').replace(/\n$/, '')));
        assert.equal(isLines, result.includes('\n'));
        assert.ok(!isLines || `\n${text}\n`.includes(`\n${result}\n`));
        assert.ok(result.isWellFormed());
      }),
    );
  });
});
