import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { baselineTokens } from '../../../../src/core/contextWindow/baselineTokens.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const anyText = fc.string({ unit: anyCharacter });

describe('baselineTokens', () => {
  it('is close to typical counts for prose, code and Chinese', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    assert.ok(baselineTokens(prose) > 17 && baselineTokens(prose) < 30, `${baselineTokens(prose)}`);
    assert.ok(baselineTokens(code) > 20 && baselineTokens(code) < 35, `${baselineTokens(code)}`);
    assert.equal(baselineTokens('你好世界'), 4);
    assert.equal(baselineTokens('\u{20000}'), 1);
  });

  it('is the sum over the parts of a text, and 0 only for an empty text', async () => {
    await holds(
      fc.property(anyText, anyText, (one, other) => {
        const together = baselineTokens(one) + baselineTokens(other);
        assert.ok(Math.abs(baselineTokens(one + other) - together) < 1e-9);
        assert.equal(baselineTokens(one) > 0, one.length > 0);
      }),
    );
  });
});
