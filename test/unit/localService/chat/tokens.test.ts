import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { countTokens, splitByTokens, truncateToTokens } from '../../../../src/localService/chat/tokens.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const anyText = fc.string({ unit: anyCharacter });

describe('tokens', () => {
  it('have about four characters on average in prose and code', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    for (const text of [prose, code]) {
      const characters = text.length / countTokens(text);
      assert.ok(characters > 3 && characters < 6, `${characters} characters per token`);
    }
  });

  it('concatenate to the whole text', async () => {
    await holds(
      fc.property(anyText, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const chunks = [...splitByTokens(text, size)];
        assert.equal(chunks.join(''), text);
        assert.ok(chunks.every((chunk) => chunk !== ''));
      }),
    );
  });

  it('are as many as allowed after truncateToTokens', async () => {
    await holds(
      fc.property(anyText, fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const { text: start, tokens, isTruncated } = truncateToTokens(text, limit);
        assert.ok(text.startsWith(start));
        assert.equal(tokens, Math.min(limit, countTokens(text)));
        assert.equal(isTruncated, countTokens(text) > limit);
        assert.equal(countTokens(start), tokens);
      }),
    );
  });
});
