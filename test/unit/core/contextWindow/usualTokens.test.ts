import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { usualTokens } from '../../../../src/core/contextWindow/usualTokens.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const anyText = fc.string({ unit: anyCharacter });

describe('the usual tokens', () => {
  it('are about those of prose, of code and of Chinese', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    assert.ok(usualTokens(prose) > 17 && usualTokens(prose) < 30, `${usualTokens(prose)}`);
    assert.ok(usualTokens(code) > 20 && usualTokens(code) < 35, `${usualTokens(code)}`);
    assert.equal(usualTokens('你好世界'), 4);
    assert.equal(usualTokens('\u{20000}'), 1);
  });

  it('are those of the parts of a text together, and none of no text alone', async () => {
    await holds(
      fc.property(anyText, anyText, (one, other) => {
        const together = usualTokens(one) + usualTokens(other);
        assert.ok(Math.abs(usualTokens(one + other) - together) < 1e-9);
        assert.equal(usualTokens(one) > 0, one.length > 0);
      }),
    );
  });
});
