import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Trigger, triggerAt } from '../../../../src/webview/composer/suggestController.ts';

/** What is looked for where `|` stands. */
function at(marked: string): Trigger | undefined {
  return triggerAt(marked.replace('|', ''), marked.indexOf('|'));
}

test('an @ at the start or after white space looks for something to attach', () => {
  assert.deepEqual(at('@|'), { kind: 'context', start: 0, query: '' });
  assert.deepEqual(at('see @du|ration'), { kind: 'context', start: 4, query: 'du' });
  assert.deepEqual(at('see\n@src/a.ts|'), { kind: 'context', start: 4, query: 'src/a.ts' });
  assert.deepEqual(at(`${'word '.repeat(500)}@d|`)?.query, 'd');
});

test('within a word, or with white space behind it, it is a letter like any other', () => {
  assert.equal(at('someone@example.org|'), undefined);
  assert.equal(at('see @ |'), undefined);
  assert.equal(at('see @du now|'), undefined);
  assert.equal(at('|@du'), undefined);
  assert.equal(at(`@${'a'.repeat(200)}|`), undefined);
});

test('a slash looks for a prompt only at the very start of the text', () => {
  assert.deepEqual(at('/|'), { kind: 'prompt', start: 0, query: '' });
  assert.deepEqual(at('/exp| why'), { kind: 'prompt', start: 0, query: 'exp' });
  assert.equal(at(' /exp|'), undefined);
  assert.equal(at('see /usr|'), undefined);
  assert.equal(at('/explain why|'), undefined);
});
