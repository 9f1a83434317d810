import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonWithComments } from '../../../../src/core/code/jsonWithComments.ts';

test('parseJsonWithComments ignores comments, trailing commas and a byte order mark', () => {
  const text =
    '\uFEFF// first\n{ /* a, } */ "one": [1, 2, /* last */ ], // end\n "two": { "three": "3", }, }\n';
  assert.deepEqual(parseJsonWithComments(text), { one: [1, 2], two: { three: '3' } });
});

test('parseJsonWithComments keeps text in strings that looks like a comment or a trailing comma', () => {
  const value = { url: 'https://example.org/*', quote: '"// ,}', list: [',]', '\\'], end: '*/' };
  assert.deepEqual(parseJsonWithComments(JSON.stringify(value)), value);
});

test('parseJsonWithComments throws a SyntaxError for anything else', () => {
  for (const text of ['', '{', '{"a" 1}', '<plist/>', '[1,,2]', '"open']) {
    assert.throws(() => parseJsonWithComments(text), SyntaxError, text);
  }
});
