import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLabel } from '../../../src/vscode/plainLabel.ts';

test('a label shows hidden characters as marks, and draws no icon that a service asks for', () => {
  assert.equal(plainLabel('assistant\u200b'), 'assistant[U+200B]');
  assert.equal(plainLabel('$(check) in use'), '\\$(check) in use');
  assert.equal(plainLabel(`a${'\u{e0041}'.repeat(200)}`), 'a[U+E0041 +199]');
  assert.equal(plainLabel('assistant-sonnet-4 $(1M, 5 $)'), 'assistant-sonnet-4 $(1M, 5 $)');
});
