import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pastedKey } from '../../../../src/client/address/pastedText.ts';

const PASTED: readonly string[] = [
  'key-1',
  '  key-1\n',
  'Bearer key-1',
  'bearer  key-1 ',
  'Authorization: Bearer key-1',
  'authorization:bearer key-1',
  '"key-1"',
  "'Bearer key-1',",
  '"Authorization": "Bearer key-1"',
  '`key-1`;',
  '“key-1”',
  '\u200bkey-1\ufeff',
  'key\u200b-1',
];

for (const text of PASTED) {
  test(`reads the key in ${JSON.stringify(text)}`, () => assert.equal(pastedKey(text), 'key-1'));
}

test('leaves a key as it is that looks like one of these words', () => {
  for (const key of ['Bearer', 'bearer-1', 'Authorization', 'a=b/c+d.e,f;', 'two words', '=Bearer']) {
    assert.equal(pastedKey(key), key);
  }
});
