import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includedScopes } from '../../../../src/core/code/includedScopes.ts';

test('includedScopes finds the included grammars at any depth, in order and without duplicates', () => {
  const grammar = {
    patterns: [
      { include: '#own' },
      { include: 'source.css#rules' },
      { include: '$self' },
      { include: '$base' },
    ],
    repository: {
      own: { begin: 'a', end: 'b', patterns: [{ include: 'source.js' }, { include: 'source.css' }] },
      other: { captures: { 1: { patterns: [{ include: 'text.html' }] } } },
    },
  };
  assert.deepEqual(includedScopes(grammar), ['source.css', 'source.js', 'text.html']);
});

test('includedScopes returns nothing for values that are no grammar, and handles very deep nesting', () => {
  for (const value of [undefined, null, 'source.css', 3, [], { include: 3 }]) {
    assert.deepEqual(includedScopes(value), []);
  }
  let nested: unknown = { include: 'source.deep' };
  for (let depth = 0; depth < 100_000; depth++) {
    nested = [nested];
  }
  assert.deepEqual(includedScopes(nested), ['source.deep']);
});
