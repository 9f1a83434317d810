import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { normalizeForSearch } from '../../../../../src/core/history/search/normalizeForSearch.ts';
import { differencesOf, lettersBetween } from '../../../../../src/core/history/search/originalText.ts';
import { holds } from '../../../../support/property.ts';
import { anyText } from './searchSupport.ts';

describe('the original of a normalized text', () => {
  test('is restored letter by letter, each with what is normalized from it', async () => {
    await holds(
      fc.property(anyText, (original) => {
        const normalized = normalizeForSearch(original);
        const letters = lettersBetween(normalized, differencesOf(original), 0, normalized.length);
        assert.equal(letters.map(({ text }) => text).join(''), original);
        let at = 0;
        for (const { text, start, end } of letters) {
          assert.equal(start, at);
          assert.ok(normalizeForSearch(text).includes(normalized.slice(start, end)));
          at = end;
        }
        assert.equal(at, normalized.length);
      }),
    );
  });

  test('is restored in part as it is restored in whole', async () => {
    await holds(
      fc.property(anyText, fc.nat(), fc.nat(), (original, one, other) => {
        const normalized = normalizeForSearch(original);
        const [from = 0, to = 0] = [one, other]
          .map((each) => each % (normalized.length + 1))
          .sort((before, after) => before - after);
        const differences = differencesOf(original);
        const whole = lettersBetween(normalized, differences, 0, normalized.length);
        assert.deepEqual(
          lettersBetween(normalized, differences, from, to).filter(({ start, end }) => start < end),
          whole.filter(({ start, end }) => start < end && start < to && end > from),
        );
      }),
    );
  });

  test('takes little space beside the normalized text', () => {
    const english = 'The first "value" is returned by `parseDuration`.\n\nSee the café for more. ';
    const chinese = '请使用这个函数来解析持续时间，然后返回结果。';
    for (const text of [english, chinese].map((one) => one.repeat(100))) {
      const bytes = (part: string): number => new TextEncoder().encode(part).length;
      assert.ok(bytes(differencesOf(text)) < 0.3 * bytes(normalizeForSearch(text)));
    }
  });
});
