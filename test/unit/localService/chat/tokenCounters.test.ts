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

describe('the counters of tokens', () => {
  it('count in two ways that have little in common', () => {
    const messages = [
      { role: 'user', content: '你好世界' },
      { role: 'assistant', content: 'internationalization' },
    ] as const;
    assert.equal(TOKEN_COUNTERS.pieces.countInput(messages), 4 + 4);
    assert.equal(TOKEN_COUNTERS.bytes.countInput(messages), 4 + 7 + 7 + 7);
  });

  for (const name of TOKEN_COUNTER_NAMES) {
    it(`cut a text to what it may have: ${name}`, async () => {
      const { count, truncate } = TOKEN_COUNTERS[name];
      await holds(
        fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
          const { text: begin, tokens, isTruncated } = truncate(text, limit);
          assert.ok(text.startsWith(begin));
          assert.equal(tokens, count(begin));
          assert.ok(tokens <= limit);
          assert.equal(isTruncated, count(text) > limit);
        }),
      );
    });
  }
});

describe('tokens', () => {
  it('are about four characters of prose or of code', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sits down to read the newspaper.';
    const code =
      'export function add(first: number, second: number): number {\n  return first + second;\n}\n';
    for (const text of [prose, code]) {
      const characters = text.length / countTokens(text);
      assert.ok(characters > 3 && characters < 6, `${characters} characters in a token`);
    }
  });

  it('are one for each Chinese character', () => {
    assert.equal(countTokens('你好世界'), 4);
  });

  it('are none in an empty text, and some in any other', async () => {
    assert.equal(countTokens(''), 0);
    await holds(fc.property(fc.string({ minLength: 1 }), (text) => countTokens(text) > 0));
  });

  it('make up the whole text, cut or in pieces', async () => {
    await holds(
      fc.property(anyText, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const pieces = [...splitByTokens(text, size)];
        assert.equal(pieces.join(''), text);
        assert.ok(pieces.every((piece) => piece !== ''));
        assert.deepEqual(truncateToTokens(text, countTokens(text)), {
          text,
          tokens: countTokens(text),
          isTruncated: false,
        });
      }),
    );
  });

  it('are as many in a cut text as it was cut to', async () => {
    await holds(
      fc.property(anyText, fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const { text: begin, tokens, isTruncated } = truncateToTokens(text, limit);
        assert.ok(text.startsWith(begin));
        assert.equal(tokens, Math.min(limit, countTokens(text)));
        assert.equal(isTruncated, countTokens(text) > limit);
        assert.equal(countTokens(begin), tokens);
      }),
    );
  });
});
