import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonWithComments } from '../../../../src/core/code/jsonWithComments.ts';

test('comments, commas after the last item and a byte order mark are read over', () => {
  const text =
    '\uFEFF// first\n{ /* a, } */ "one": [1, 2, /* last */ ], // end\n "two": { "three": "3", }, }\n';
  assert.deepEqual(parseJsonWithComments(text), { one: [1, 2], two: { three: '3' } });
});

test('what looks like a comment or such a comma inside a string stays', () => {
  const value = { url: 'https://example.org/*', quote: '"// ,}', list: [',]', '\\'], end: '*/' };
  assert.deepEqual(parseJsonWithComments(JSON.stringify(value)), value);
});

test('anything else is refused', () => {
  for (const text of ['', '{', '{"a" 1}', '<plist/>', '[1,,2]', '"open']) {
    assert.throws(() => parseJsonWithComments(text), SyntaxError, text);
  }
});
