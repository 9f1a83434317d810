import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTokens } from '../../../../src/core/contextWindow/formatTokens.ts';

describe('formatTokens', () => {
  const cases: readonly [number, string][] = [
    [0, '0'],
    [950, '950'],
    [4_096, '4.1K'],
    [200_000, '200K'],
    [999_499, '999K'],
    [999_600, '1M'],
    [1_000_000, '1M'],
    [1_500_000, '1.5M'],
  ];
  for (const [tokens, text] of cases) {
    it(`formats ${tokens} as ${text}`, () => assert.equal(formatTokens(tokens), text));
  }
});
