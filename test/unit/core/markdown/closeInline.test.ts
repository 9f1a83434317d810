import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPrefixLength } from '../../../../src/core/markdown/closeInline.ts';

for (const [name, text, closed] of [
  ['plain words', 'one two three', 'one two'],
  ['the last of several lines', 'one\ntwo', 'one'],
  ['emphasis that has ended', '*one* **two**, __three__ ~~four~~ five', '*one* **two**, __three__ ~~four~~'],
  ['emphasis in emphasis', '**one *two* three** four', '**one *two* three**'],
  ['emphasis that may end later', 'one *two three', 'one'],
  ['a mark that may begin and end', 'one 2*3 four', 'one'],
  ['a mark that is none', 'one * two_three ~4 five', 'one * two_three ~4'],
  ['code', 'one `two ` three', 'one `two `'],
  ['code that may end later', 'one `two three', 'one'],
  ['a link', 'one [two](/three_four "five") six', 'one [two](/three_four "five")'],
  ['a link that may end later', 'one [two](/three four', 'one'],
  ['brackets that are no link, unless they are defined', 'one [two] three', 'one [two]'],
  ['brackets that a second pair may follow', 'one [two]', 'one'],
  ['what may be a definition', '[one]: two three', ''],
  ['an address', 'one https://example.org/two_three four', 'one https://example.org/two_three'],
  ['what may be an underline or a table', 'one\n--- | --- two', 'one'],
  ['a line that ends hard', 'one\\\ntwo', ''],
  ['spaces that end one hard', 'one  \ntwo', 'one'],
] as const) {
  test(`the closed beginning of a paragraph: ${name}`, () => {
    assert.equal(text.slice(0, closedPrefixLength(text, 1)), closed);
  });
}
