import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  normalizeForSearch,
  normalizeWithMap,
  searchTerms,
} from '../../../../../src/core/history/search/normalizeForSearch.ts';
import { anyCharacter, holds } from '../../../../support/property.ts';

/** Letters that fold to more, to fewer, to others and to none, among any others. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['a', 'B', ' ', '\n', '\t', 'é', 'e\u0301', 'ß', 'ﬁ', 'Σ', 'ς', 'İ', 'が', '한', '…', '’'],
    ),
    fc.constantFrom(...['\u200b', '\u00ad', '¨', '½', '😀', '❤️', '\ud800', 'Ａ', '字', '\u0301']),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});

describe('folding', () => {
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
    test(`makes no difference between ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
      assert.equal(normalizeForSearch(one), normalizeForSearch(other));
    });
  }

  test('keeps what makes another word', () => {
    for (const [one, other] of [
      ['か', 'が'],
      ['कि', 'का'],
      ['字', '宇'],
      ['a-b', 'a_b'],
    ] as const) {
      assert.notEqual(normalizeForSearch(one), normalizeForSearch(other));
    }
  });

  test('gives with the map what it gives without, and the map leads through the whole text', async () => {
    await holds(
      fc.property(text, (original) => {
        const { text: folded, starts, ends } = normalizeWithMap(original);
        assert.equal(folded, normalizeForSearch(original));
        assert.equal(starts.length, folded.length);
        assert.equal(ends.length, folded.length);
        for (const [unit, start] of starts.entries()) {
          assert.ok(start < (ends[unit] ?? 0));
          const next = starts[unit + 1] ?? original.length;
          assert.ok(next === start || next === ends[unit]);
        }
      }),
    );
  });

  test('finds a part of a text wherever it stands', async () => {
    await holds(
      fc.property(text, text, text, (before, part, after) => {
        const sought = normalizeForSearch(part).trim();
        assert.ok(normalizeForSearch(`${before} ${part} ${after}`).includes(sought));
      }),
    );
  });

  test('changes nothing that is folded', async () => {
    await holds(
      fc.property(text, (original) =>
        assert.equal(normalizeForSearch(normalizeForSearch(original)), normalizeForSearch(original)),
      ),
    );
  });
});

describe('a query', () => {
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
    test(`of ${JSON.stringify(query)}`, () => {
      assert.deepEqual(searchTerms(query), terms);
    });
  }
});
