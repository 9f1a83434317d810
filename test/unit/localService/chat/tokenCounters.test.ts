import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  countTokens,
  splitByTokens,
  TOKEN_COUNTER_NAMES,
  TOKEN_COUNTERS,
  truncateToTokens,
} from '../../../../src/localService/chat/tokenCounters.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

const anyText = fc.string({ unit: anyCharacter });

describe('TOKEN_COUNTERS', () => {
  it('contains two counters whose counts differ', () => {
    const messages = [
      { role: 'user', content: '你好世界' },
      { role: 'assistant', content: 'internationalization' },
    ] as const;
    assert.equal(TOKEN_COUNTERS.pieces.countInput(messages), 4 + 4);
    assert.equal(TOKEN_COUNTERS.bytes.countInput(messages), 4 + 7 + 7 + 7);
  });

  for (const name of TOKEN_COUNTER_NAMES) {
    it(`truncates a text to at most a number of tokens with ${name}`, async () => {
      const { count, truncate } = TOKEN_COUNTERS[name];
      await holds(
        fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
          const { text: start, tokens, isTruncated } = truncate(text, limit);
          assert.ok(text.startsWith(start));
          assert.equal(tokens, count(start));
          assert.ok(tokens <= limit);
          assert.equal(isTruncated, count(text) > limit);
        }),
      );
    });
  }
});

describe('tokens of the counter pieces', () => {
  it('have about four characters on average in prose and code', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    for (const text of [prose, code]) {
      const characters = text.length / countTokens(text);
      assert.ok(characters > 3 && characters < 6, `${characters} characters per token`);
    }
  });

  it('are single characters in Chinese text', () => {
    assert.equal(countTokens('你好世界'), 4);
  });

  it('number zero only in an empty text', async () => {
    assert.equal(countTokens(''), 0);
    await holds(fc.property(fc.string({ minLength: 1 }), (text) => countTokens(text) > 0));
  });

  it('concatenate to the whole text', async () => {
    await holds(
      fc.property(anyText, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const chunks = [...splitByTokens(text, size)];
        assert.equal(chunks.join(''), text);
        assert.ok(chunks.every((chunk) => chunk !== ''));
        assert.deepEqual(truncateToTokens(text, countTokens(text)), {
          text,
          tokens: countTokens(text),
          isTruncated: false,
        });
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
