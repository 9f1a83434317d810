import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  fuzzyFileScore,
  fuzzyRanges,
  fuzzyScore,
  maxFileScore,
  minContiguousFileScore,
  parentFoldersOf,
  type Scored,
  scoreItems,
  topScored,
} from '../../../../src/core/attachments/fuzzyScore.ts';
import { holds } from '../../../support/property.ts';

function names(found: readonly Scored<string>[]): string[] {
  return found.map(({ item }) => item);
}

/** The paths in the order in which they are offered. */
function order(query: string, paths: readonly string[]): string[] {
  return names(
    topScored(
      scoreItems(paths, (path) => fuzzyFileScore(query, path)),
      50,
    ),
  );
}

describe('fuzzyScore', () => {
  it('is undefined if the name does not contain the characters in order', () => {
    assert.equal(fuzzyScore('ba', 'ab'), undefined);
    assert.equal(fuzzyScore('abcd', 'abc'), undefined);
    assert.notEqual(fuzzyScore('drn', 'duration'), undefined);
  });

  it('is higher for contiguous than for scattered characters', () => {
    assert.deepEqual(order('unit', ['src/upperNameIt.ts', 'src/myunits.ts']), [
      'src/myunits.ts',
      'src/upperNameIt.ts',
    ]);
  });

  it('is higher at the start of a word', () => {
    assert.deepEqual(order('file', ['src/profile.ts', 'src/currentFile.ts']), [
      'src/currentFile.ts',
      'src/profile.ts',
    ]);
  });

  it('is higher for the name of a file than for its folders', () => {
    assert.deepEqual(order('core', ['core/other.ts', 'src/core.ts']), ['src/core.ts', 'core/other.ts']);
  });

  it('uses the whole path if the query has a folder', () => {
    assert.deepEqual(order('core/pro', ['client/prompt.ts', 'src/core/conversation/prompt.ts']), [
      'src/core/conversation/prompt.ts',
    ]);
  });

  it('matches every name with any of its characters left out', async () => {
    await holds(
      fc.property(fc.string(), fc.func(fc.boolean()), (name, keep) => {
        const text = name.toLowerCase();
        const query = [...text].filter((character) => keep(character)).join('');
        assert.notEqual(fuzzyScore(query, text), undefined);
      }),
    );
  });
});

describe('fuzzyFileScore', () => {
  it('is within the bounds by which what is found first is known to be best', async () => {
    const words = fc.stringMatching(/^[a-cA-C._/-]{1,9}$/);
    await holds(
      fc.property(words, words, (typed, path) => {
        const query = typed.toLowerCase();
        const score = fuzzyFileScore(query, path) ?? Number.NEGATIVE_INFINITY;
        const where = query.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
        assert.equal(score >= minContiguousFileScore(query), where.toLowerCase().includes(query));
        assert.ok(score <= maxFileScore(query));
      }),
    );
  });
});

describe('the best items', () => {
  it('keep their order if their scores are equal, and are limited in number', () => {
    const found = scoreItems(['b', 'a', 'c', 'd'], (name) => (name === 'd' ? undefined : 1));
    assert.deepEqual(names(found), ['b', 'a', 'c']);
    assert.deepEqual(names(topScored(found, 2)), ['b', 'a']);
  });
});

describe('parentFoldersOf', () => {
  it('returns all ancestors without duplicates and without the root', () => {
    assert.deepEqual(parentFoldersOf(['a/b/c.ts', 'a/b/d.ts', 'a/e.ts', 'f.ts']), ['a', 'a/b']);
  });
});

describe('fuzzyRanges', () => {
  it('returns the characters that match: together if possible, at the start of a word first', () => {
    assert.deepEqual(fuzzyRanges('dur', 'parseDuration.ts'), [[5, 8]]);
    assert.deepEqual(fuzzyRanges('on', 'onConnection'), [[0, 2]]);
    assert.deepEqual(fuzzyRanges('pdt', 'parseDuration.ts'), [
      [0, 1],
      [5, 6],
      [9, 10],
    ]);
    assert.deepEqual(fuzzyRanges('x', 'parseDuration.ts'), []);
    assert.deepEqual(fuzzyRanges('', 'parseDuration.ts'), []);
    assert.deepEqual(fuzzyRanges('b', 'İb'), []);
  });

  it('returns ranges exactly for names that have a score', async () => {
    const words = fc.stringMatching(/^[a-dA-D._-]{0,9}$/);
    await holds(
      fc.property(words, words, (query, name) => {
        const lower = query.toLowerCase();
        const matched = fuzzyRanges(lower, name).map(([start, end]) => name.slice(start, end));
        const isMatch = lower !== '' && fuzzyScore(lower, name) !== undefined;
        assert.equal(matched.join('').toLowerCase(), isMatch ? lower : '');
      }),
    );
  });
});
