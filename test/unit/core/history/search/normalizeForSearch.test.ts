import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  normalizeForSearch,
  searchTerms,
} from '../../../../../src/core/history/search/normalizeForSearch.ts';
import { holds } from '../../../../support/property.ts';
import { anyText } from './searchSupport.ts';

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

  test('finds part of a text at any position', async () => {
    await holds(
      fc.property(anyText, anyText, anyText, (before, part, after) => {
        const sought = normalizeForSearch(part).trim();
        assert.ok(normalizeForSearch(`${before} ${part} ${after}`).includes(sought));
      }),
    );
  });

  test('does not change normalized text', async () => {
    await holds(
      fc.property(anyText, (original) =>
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
