import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { TOKEN_COUNTER_NAMES, TOKEN_COUNTERS } from '../../../src/localService/tokenCounters.ts';
import { holds } from '../../support/property.ts';

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
      const { count, cut } = TOKEN_COUNTERS[name];
      await holds(
        fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
          const { text: begin, tokens, cut: isCut } = cut(text, limit);
          assert.ok(text.startsWith(begin));
          assert.equal(tokens, count(begin));
          assert.ok(tokens <= limit);
          assert.equal(isCut, count(text) > limit);
        }),
      );
    });
  }
});
