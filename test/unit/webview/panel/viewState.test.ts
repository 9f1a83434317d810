import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readViewState, type ViewState } from '../../../../src/webview/panel/viewState.ts';

const SAVED: ViewState = {
  run: 'r',
  conversationId: 'c',
  hasTurns: true,
  place: { turnId: 't', offset: 12 },
  caret: 4,
  edited: 't',
  toggles: [['t', 'details 0', true]],
};

const read = (saved: unknown) => readViewState({ getState: () => saved });

test('the state of a page is read as it was saved, with or without its optional parts', () => {
  const { place: _, edited: __, toggles: ___, ...required } = SAVED;
  for (const saved of [SAVED, required]) {
    assert.deepEqual(read(saved), saved);
  }
});

test('a state that another version saved in another form is ignored', () => {
  for (const change of [
    { run: undefined },
    { caret: '4' },
    { hasTurns: 1 },
    { place: 12 },
    { place: { turnId: 't' } },
    { edited: ['t'] },
    { toggles: [null] },
    { toggles: [['t', 'details 0', 1]] },
  ]) {
    assert.equal(read({ ...SAVED, ...change }), undefined, JSON.stringify(change));
  }
  assert.equal(read(undefined), undefined);
});
