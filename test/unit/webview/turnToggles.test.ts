import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnToggles } from '../../../src/webview/turnToggles.ts';

test('what is kept for a page that is loaded again is limited to the latest, also of what was toggled before', () => {
  const toggles = new TurnToggles();
  for (let turn = 0; turn < 600; turn++) {
    toggles.set(`${turn}`, 'chips', true);
  }
  toggles.set('0', 'noticeDetail', true);
  toggles.set('1', 'chips', false);
  const { saved } = toggles;
  assert.equal(saved.length, 500);
  assert.deepEqual(saved[0], ['103', 'chips', true]);
  assert.deepEqual(saved.slice(-4), [
    ['599', 'chips', true],
    ['0', 'chips', true],
    ['0', 'noticeDetail', true],
    ['1', 'chips', false],
  ]);

  const again = new TurnToggles();
  again.restore(saved);
  assert.deepEqual(again.saved, saved);
  assert.deepEqual(
    [again.get('1', 'chips'), again.get('102', 'chips'), again.get('599', 'chips')],
    [false, undefined, true],
  );
});
