import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Trigger, triggerAt } from '../../../../src/webview/composer/suggestController.ts';

/** The trigger at the caret, which `|` marks. */
function triggerAtMark(marked: string): Trigger | undefined {
  return triggerAt(marked.replace('|', ''), marked.indexOf('|'));
}

test('an @ at the start of the text or after white space searches attachments', () => {
  assert.deepEqual(triggerAtMark('@|'), { kind: 'attachment', start: 0, query: '' });
  assert.deepEqual(triggerAtMark('see @du|ration'), { kind: 'attachment', start: 4, query: 'du' });
  assert.deepEqual(triggerAtMark('see\n@src/a.ts|'), { kind: 'attachment', start: 4, query: 'src/a.ts' });
  assert.deepEqual(triggerAtMark(`${'word '.repeat(500)}@d|`)?.query, 'd');
});

test('an @ inside a word, or followed by white space, does not search', () => {
  assert.equal(triggerAtMark('someone@example.org|'), undefined);
  assert.equal(triggerAtMark('see @ |'), undefined);
  assert.equal(triggerAtMark('see @du now|'), undefined);
  assert.equal(triggerAtMark('|@du'), undefined);
  assert.equal(triggerAtMark(`@${'a'.repeat(200)}|`), undefined);
});

test('a slash searches prompts only at the start of the text', () => {
  assert.deepEqual(triggerAtMark('/|'), { kind: 'prompt', start: 0, query: '' });
  assert.deepEqual(triggerAtMark('/exp| why'), { kind: 'prompt', start: 0, query: 'exp' });
  assert.equal(triggerAtMark(' /exp|'), undefined);
  assert.equal(triggerAtMark('see /usr|'), undefined);
  assert.equal(triggerAtMark('/explain why|'), undefined);
});
