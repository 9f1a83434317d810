import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { restoreProposal, storeProposal } from '../../../../src/core/editing/storedProposal.ts';

const BASE = ['one', 'two', 'three', 'four', 'five', ''];
const PROPOSED = ['one', 'TWO', 'three', 'new', 'five', ''];

const store = (base = BASE, proposed = PROPOSED, redact = (text: string) => text) =>
  JSON.parse(JSON.stringify(storeProposal(base, proposed, redact)));

describe('a stored proposal', () => {
  test('is restored as it was in the same document', () => {
    for (const proposed of [PROPOSED, BASE, [], [''], ['x', ...BASE, 'y'], ['', ''], BASE.slice(2)]) {
      assert.deepEqual(restoreProposal(store(BASE, proposed), BASE), proposed);
    }
    assert.deepEqual(restoreProposal(store([''], PROPOSED), ['']), PROPOSED);
  });

  test('is restored in a document of any length', () => {
    const base = Array.from({ length: 300_000 }, (_, index) => `${index}`);
    const proposed = ['first', ...base];
    const stored = storeProposal(base, proposed, (text) => text);
    assert.equal(restoreProposal(stored, base).length, proposed.length);
    assert.equal(storeProposal([], proposed, (text) => text).parts.length, proposed.length + 2);
  });

  test('has the text of no line that its document has', () => {
    const text = JSON.stringify(store());
    assert.deepEqual(
      [...BASE.filter((line) => line !== ''), 'TWO', 'new'].filter((line) => text.includes(line)),
      ['TWO', 'new'],
    );
  });

  test('has what the document has got since, and not what it has lost', () => {
    assert.deepEqual(restoreProposal(store(), ['zero', 'one', 'two', 'three', 'four', '5', '']), [
      'zero',
      'one',
      'TWO',
      'three',
      'new',
      '5',
      '',
    ]);
    assert.deepEqual(
      restoreProposal(store(BASE, ['one', 'new', ...BASE.slice(1)]), ['one', 'his', ...BASE.slice(1)]),
      ['one', 'his', 'new', ...BASE.slice(1)],
    );
    assert.deepEqual(restoreProposal(store(), ['two', 'three', 'four', 'five', '']), PROPOSED.slice(1));
  });

  test('has all that was typed into it, whatever has become of the document', () => {
    for (const present of [['1', '2', '3'], [], ['two'], ['six', ...BASE.toReversed()]]) {
      const restored = restoreProposal(store(), present);
      assert.deepEqual(
        restored.filter((line) => line === 'TWO' || line === 'new'),
        ['TWO', 'new'],
      );
      assert.ok(restored.every((line) => !line.includes('\n')));
    }
  });

  test('is stored without secrets, its lines redacted together', () => {
    const stored = store(BASE, ['one', 'key:', 'SECRET', 'three'], (text) =>
      text.replace('key:\nSECRET', 'a\nb'),
    );
    assert.ok(!JSON.stringify(stored).includes('SECRET'));
    assert.deepEqual(restoreProposal(stored, BASE), ['one', 'a', 'b', 'three']);
  });
});
