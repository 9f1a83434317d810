import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defined } from '../../../src/base/defined.ts';

describe('the properties that are defined', () => {
  it('leave out what is undefined, and nothing else', () => {
    const title: string | undefined = undefined;
    assert.deepEqual(defined({ title, model: '', pinned: false, turns: 0, at: null }), {
      model: '',
      pinned: false,
      turns: 0,
      at: null,
    });
  });
});
