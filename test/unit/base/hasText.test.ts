import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasText } from '../../../src/base/hasText.ts';
import { findHiddenCharacters } from '../../../src/core/hiddenCharacters.ts';

/** All characters outside of the planes for private use. */
const CHARACTERS = Array.from({ length: 0xf0000 }, (_, at) => String.fromCodePoint(at));

test('white space in any language is no text, and everything else is', () => {
  const spaces = CHARACTERS.filter((character) => !hasText(character));
  assert.ok(spaces.every((character) => character.trim() === '' || character === '\x85'));
  assert.equal(spaces.length, 26);
  assert.equal(hasText(spaces.join('')), false);
  assert.equal(hasText(''), false);
  assert.equal(hasText(`${spaces.join('')}a\n`), true);
});

test('what is shown as a mark is text, unless services remove it as white space', () => {
  const unsaid = CHARACTERS.filter(
    (character) => findHiddenCharacters(character).length > 0 && !hasText(character),
  );
  assert.deepEqual(unsaid, ['\v', '\f', '\x85', '\u2028', '\u2029', '\ufeff']);
});
