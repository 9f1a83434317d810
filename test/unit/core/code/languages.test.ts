import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasTrait, LANGUAGES } from '../../../../src/core/code/languages.ts';

test('a language has the traits of its row in the table, and an unknown one has none', () => {
  assert.ok(hasTrait('go', 'tabs') && hasTrait('vue', 'container') && hasTrait('bat', 'shell'));
  assert.ok(!hasTrait('go', 'container') && !hasTrait('constructor', 'shell'));
});

test('the table of languages is in the order of their ids', () => {
  assert.deepEqual([...LANGUAGES.keys()], [...LANGUAGES.keys()].toSorted());
});
