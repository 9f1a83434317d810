import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPrefixLength } from '../../../../src/core/markdown/closeInline.ts';

for (const [name, text, closed] of [
  ['plain text', 'one two three', 'one two'],
  ['all but the last of several lines', 'one\ntwo', 'one'],
  ['closed emphasis', '*one* **two**, __three__ ~~four~~ five', '*one* **two**, __three__ ~~four~~'],
  ['nested emphasis', '**one *two* three** four', '**one *two* three**'],
  ['emphasis that may close later', 'one *two three', 'one'],
  ['a delimiter that may open and close emphasis', 'one 2*3 four', 'one'],
  ['characters that are no delimiters', 'one * two_three ~4 five', 'one * two_three ~4'],
  ['emphasis in Chinese text', '**注意：**请**看**吧 二', '**注意：**请**看**吧'],
  ['underscores in Chinese text', '_注意：_请 看', ''],
  ['a code span', 'one `two ` three', 'one `two `'],
  ['a code span that may close later', 'one `two three', 'one'],
  ['a link', 'one [two](/three_four "five") six', 'one [two](/three_four "five")'],
  ['a link that may close later', 'one [two](/three four', 'one'],
  ['brackets that are a link only if there is a definition', 'one [two] three', 'one [two]'],
  ['brackets before a possible second pair', 'one [two]', 'one'],
  ['a possible link definition', '[one]: two three', ''],
  ['a URL', 'one https://example.org/two_three four', 'one https://example.org/two_three'],
  ['a possible heading underline or table', 'one\n--- | --- two', 'one'],
  ['a hard line break with a backslash', 'one\\\ntwo', ''],
  ['a hard line break with spaces', 'one  \ntwo', 'one'],
  ['a line break with its line end', 'one <br>\ntwo three', 'one <br>\ntwo'],
  ['a line break before what may be its line end', 'one <br> ', 'one'],
  ['keys whose names are markup', '<kbd>`</kbd> or <kbd>\\</kbd> or', '<kbd>`</kbd> or <kbd>\\</kbd>'],
  ['a comment that may become text', 'one <!-- two -->', 'one'],
  ['a comment that ends a line', 'one <!-- two -->\nthree four', 'one <!-- two -->\nthree'],
  ['comments that may fill a line', '<!-- one --><!-- two --><', ''],
  ['text that looks like a comment', 'one <!-- two --> three four', 'one <!-- two --> three'],
] as const) {
  test(`closedPrefixLength closes only what later text cannot change: ${name}`, () => {
    assert.equal(text.slice(0, closedPrefixLength(text, 1)), closed);
  });
}
