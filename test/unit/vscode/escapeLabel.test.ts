import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeLabel } from '../../../src/vscode/escapeLabel.ts';

test('a label shows hidden characters as code points and escapes icons', () => {
  assert.equal(escapeLabel('assistant\u200b'), 'assistant[U+200B]');
  assert.equal(escapeLabel('$(check) in use'), '\\$(check) in use');
  assert.equal(escapeLabel(`a${'\u{e0041}'.repeat(200)}`), 'a[U+E0041 +199]');
  assert.equal(escapeLabel('assistant-sonnet-4 $(1M, 5 $)'), 'assistant-sonnet-4 $(1M, 5 $)');
});
