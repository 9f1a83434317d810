import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { omitUndefined } from '../../../src/base/omitUndefined.ts';

describe('the properties that are defined', () => {
  it('leave out what is undefined, and nothing else', () => {
    const title: string | undefined = undefined;
    assert.deepEqual(omitUndefined({ title, model: '', pinned: false, turns: 0, at: null }), {
      model: '',
      pinned: false,
      turns: 0,
      at: null,
    });
  });
});
