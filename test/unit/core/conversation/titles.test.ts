import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedTitle, shortTitle, titleWithoutMark } from '../../../../src/core/conversation/titles.ts';

function edited(title: string, ...taken: string[]): string {
  return markedTitle(title, 'edited', new Set(taken));
}

test('the title of an edited conversation says so once, with the first number that is not taken', () => {
  assert.equal(edited('Why?'), 'Why? (edited)');
  assert.equal(edited('Why? (edited)'), 'Why? (edited)');
  assert.equal(edited('Why?', 'Why? (edited)'), 'Why? (edited 2)');
  assert.equal(edited('Why? (edited 2)', 'Why? (edited)', 'Why? (edited 2)'), 'Why? (edited 3)');
  assert.equal(edited(''), '(edited)');
  assert.equal(edited('x'.repeat(200)).length, 189);
  assert.equal(edited(`${'x'.repeat(179)}🧭`), `${'x'.repeat(179)} (edited)`);
});

test('other words in brackets are part of the title', () => {
  for (const title of [
    'Why (not)?',
    'Why (not)',
    'A (reedited)',
    'B (edited two)',
    'C(edited)',
    '(edited)',
  ]) {
    assert.equal(titleWithoutMark(title, 'edited'), title);
  }
  assert.equal(titleWithoutMark('So (bearbeitet 12)', 'bearbeitet'), 'So');
});

test('a short title is one line without hidden characters', () => {
  assert.equal(shortTitle(' Why\u202e\r\n\tnot? '), 'Why not?');
  assert.equal(shortTitle('🧭'.repeat(41)), `${'🧭'.repeat(40)}…`);
  assert.equal(shortTitle('x'.repeat(40)), 'x'.repeat(40));
  assert.equal(shortTitle('\u200b'), '');
});
