import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { measureText, tokensAt, USUAL_RATES } from '../../../../src/core/tokens/measure.ts';
import { measured } from '../../../../src/core/tokens/measuredText.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const anyText = fc.string({ unit: anyCharacter });

describe('the measure of a text', () => {
  it('counts words, letters, symbols in a row, symbols, white space, ideographs and other characters', () => {
    assert.deepEqual(measureText('const a_1 = f(x); // ok').slice(0, 7), [5, 12, 4, 6, 5, 0, 0]);
    assert.deepEqual(measureText('café 你好，世界 \u{20000}').slice(0, 7), [2, 3, 0, 0, 2, 5, 2]);
    assert.deepEqual(measureText('').slice(0, 7), [0, 0, 0, 0, 0, 0, 0]);
  });

  it('is the usual number of tokens of prose, of code and of Chinese', () => {
    const usual = (text: string): number => tokensAt(USUAL_RATES, measureText(text));
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    assert.ok(usual(prose) > 17 && usual(prose) < 30, `${usual(prose)}`);
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    assert.ok(usual(code) > 20 && usual(code) < 35, `${usual(code)}`);
    assert.equal(usual('你好世界'), 4);
  });

  it('grows with the text, and is nothing of none alone', async () => {
    await holds(
      fc.property(anyText, anyText, (one, other) => {
        const usual = (text: string): number => tokensAt(USUAL_RATES, measureText(text));
        assert.ok(usual(one + other) >= usual(one) - 1e-9);
        assert.equal(usual(one) > 0, one.length > 0);
      }),
    );
  });

  it('is told apart from that of another text', async () => {
    await holds(
      fc.property(anyText, anyText, (one, other) => {
        assert.equal(measured(one).digest === measured(other).digest, one === other);
      }),
    );
  });
});
