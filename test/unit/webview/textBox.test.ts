import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedFiles } from '../../support/printedCode.ts';

/** Writes into a text box, or moves its caret, which ends a composition too. */
const WRITING =
  /\.(?:value|selection(?:Start|End))\s*[-+*/]?=(?!=)|\b(?:setRangeText|setSelectionRange|execCommand)\b|\.select\(\)/;

/** Who writes, and why that can't be while a word is composed. */
const WRITERS: Readonly<Record<string, string>> = {
  'src/webview/firstPaint.ts': 'the first that runs in the page',
  'src/webview/history/editTitle.ts': 'selects the text of a new box',
  'src/webview/markdown/footnotes.ts': 'the number of a list item',
  'src/webview/panel/panel.ts': 'selects all, as a key says that no input method handles',
  'src/webview/textBox.ts': 'waits',
};

/** Who hears the keys of an input method too, and why. */
const LISTENERS: Readonly<Record<string, string>> = {
  'src/webview/conversation/readingPlace.ts': 'any use of a turn holds the reading place',
  'src/webview/keyboard.ts': 'leaves these out for all others',
  'src/webview/panel/focus.ts': 'any use of the page counts',
  'src/webview/tooltip.ts': 'any key hides the tooltip',
};

test('only a text box writes into itself, when no word is composed, and no key of an input method is handled', async () => {
  const files = await printedFiles('src/webview/**/*.ts');
  const those = (pattern: RegExp): string[] =>
    files.filter(({ code }) => pattern.test(code)).map(({ file }) => file);
  assert.deepEqual(those(WRITING), Object.keys(WRITERS), 'Use TextBox.change');
  assert.deepEqual(those(/['"`]keydown['"`]|\bonkeydown\b/), Object.keys(LISTENERS), 'Use listenForKeys');
  for (const code of [
    'box.value="";',
    'box.value+="a";',
    'box.setRangeText("");',
    'box.select();',
    'box.selectionEnd=1;',
  ]) {
    assert.match(code, WRITING);
  }
});
