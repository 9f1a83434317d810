import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  normalizeForSearch,
  normalizeWithMap,
  searchTerms,
} from '../../../../../src/core/history/search/normalizeForSearch.ts';
import { anyCharacter, holds } from '../../../../support/property.ts';

/** Letters that normalize to more, to fewer, to other or to no letters, among any others. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['a', 'B', ' ', '\n', '\t', 'é', 'e\u0301', 'ß', 'ﬁ', 'Σ', 'ς', 'İ', 'が', '한', '…', '’'],
    ),
    fc.constantFrom(...['\u200b', '\u00ad', '¨', '½', '😀', '❤️', '\ud800', 'Ａ', '字', '\u0301']),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});

describe('normalizeForSearch', () => {
  for (const [one, other] of [
    ['Größe', 'GROSSE'],
    ['café', 'CAFE'],
    ['cafe\u0301', 'café'],
    ['ﬁle', 'File'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'istanbul'],
    ['don’t – “stop”', 'don\'t - "stop"'],
    ['ｐａｒｓｅ', 'parse'],
    ['one\n\t two', 'one two'],
    ['in\u00advisi\u200bble', 'invisible'],
    ['❤️', '❤'],
    ['ガ', 'ｶﾞ'],
    ['שָׁלוֹם', 'שלום'],
  ] as const) {
    test(`treats ${JSON.stringify(one)} and ${JSON.stringify(other)} as equal`, () => {
      assert.equal(normalizeForSearch(one), normalizeForSearch(other));
    });
  }

  test('distinguishes different words', () => {
    for (const [one, other] of [
      ['か', 'が'],
      ['कि', 'का'],
      ['字', '宇'],
      ['a-b', 'a_b'],
    ] as const) {
      assert.notEqual(normalizeForSearch(one), normalizeForSearch(other));
    }
  });

  test('returns the same text with a map, and the map covers the whole original', async () => {
    await holds(
      fc.property(text, (original) => {
        const { text: normalized, starts, ends } = normalizeWithMap(original);
        assert.equal(normalized, normalizeForSearch(original));
        assert.equal(starts.length, normalized.length);
        assert.equal(ends.length, normalized.length);
        for (const [unit, start] of starts.entries()) {
          assert.ok(start < (ends[unit] ?? 0));
          const next = starts[unit + 1] ?? original.length;
          assert.ok(next === start || next === ends[unit]);
        }
      }),
    );
  });

  test('finds part of a text at any position', async () => {
    await holds(
      fc.property(text, text, text, (before, part, after) => {
        const sought = normalizeForSearch(part).trim();
        assert.ok(normalizeForSearch(`${before} ${part} ${after}`).includes(sought));
      }),
    );
  });

  test('does not change normalized text', async () => {
    await holds(
      fc.property(text, (original) =>
        assert.equal(normalizeForSearch(normalizeForSearch(original)), normalizeForSearch(original)),
      ),
    );
  });
});

describe('searchTerms', () => {
  for (const [query, terms] of [
    ['', []],
    ['  \n ', []],
    ['one three', ['three', 'one']],
    ['Öne one', ['one']],
    ['"quoted  phrase" x', ['quoted phrase', 'x']],
    ['“typed so”', ['typed so']],
    ['"not closed', ['not closed']],
    ['a"b c"d', ['b c', 'a', 'd']],
    ['""', []],
    ['\u0301', []],
    ['.*?', ['.*?']],
  ] as const) {
    test(`splits ${JSON.stringify(query)}`, () => {
      assert.deepEqual(searchTerms(query), terms);
    });
  }
});
