import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { omitUndefined } from '../../../src/base/omitUndefined.ts';

describe('omitUndefined', () => {
  it('removes undefined properties but keeps null, false, 0 and empty strings', () => {
    const title: string | undefined = undefined;
    assert.deepEqual(omitUndefined({ title, model: '', pinned: false, turns: 0, at: null }), {
      model: '',
      pinned: false,
      turns: 0,
      at: null,
    });
  });
});
